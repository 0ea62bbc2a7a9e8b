import { describe, expect, it } from 'vitest';
import type { Paragraph } from './outline.ts';
import { nameWholeHeading, splitRunInHeading } from './usc-run-in-heading.ts';

const provision = (text: string, path = ['a']): Paragraph => ({
  kind: 'paragraph',
  text,
  opens: [{ path, at: 0 }],
});
const flush = (text: string): Paragraph => ({ kind: 'paragraph', text, opens: [] });

describe('splitRunInHeading', () => {
  it.each([
    ['(a) Triple dust If in any hall', 'Triple dust', '(a) Triple dust', 'If in any hall'],
    [
      '(a) Duties of State keepers; notice, etc The Keeper',
      'Duties of State keepers; notice, etc',
      undefined,
      'The Keeper',
    ],
    ['(a)(1) “Hall” defined For the purpose', '“Hall” defined', '(a)(1) “Hall” defined', 'For the purpose'],
    ['(a) Notice Section 7 applies', 'Notice', '(a) Notice', 'Section 7 applies'],
  ])('finds the heading of %j', (text, heading, first = `(a) ${heading}`, rest) => {
    expect(splitRunInHeading(provision(text), false)).toEqual([
      { ...provision(first), opens: [{ path: ['a'], at: 0, heading }] },
      flush(rest ?? ''),
    ]);
  });

  it('passes over the mark of a footnote', () => {
    const [first, rest] = splitRunInHeading(provision('(a) 2 Dusting The keeper'), true);
    expect(first?.opens).toEqual([{ path: ['a'], at: 0, heading: 'Dusting' }]);
    expect(rest?.text).toBe('The keeper');
  });

  it.each([
    '(a) the term “hall” means a room. The keeper',
    '(a) A keeper shall dust',
    '(a) Holders of class A stock may vote',
    '(a) Report to Keeper Upon Request.— Any keeper',
    '(a) Halls, yards and sheds shall be dusted. If not',
  ])('finds none in %j', (text) => {
    expect(splitRunInHeading(provision(text), false)).toEqual([provision(text)]);
  });
});

describe('nameWholeHeading', () => {
  it.each([
    ['(a) Dusting of halls', provision('(1) In general', ['a', '1']), 'Dusting of halls'],
    ['(a) Dusting of halls', flush('The keeper shall dust.'), 'Dusting of halls'],
    ['(a) Dusting of halls', provision('(b) Yards', ['b']), undefined],
    ['(a) Halls shall be dusted unless', provision('(1) closed', ['a', '1']), undefined],
    ['(a) Halls shall be dusted—', provision('(1) daily', ['a', '1']), undefined],
  ])('of %j before %j', (text, next, heading) => {
    expect(nameWholeHeading(provision(text), next).opens[0]?.heading).toBe(heading);
  });
});
