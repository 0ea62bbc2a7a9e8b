import { describe, expect, it } from 'vitest';
import { designatorOf, pathOf } from './regulation-paths.ts';
import type { DocumentKind, RegulationDocument, RegulationNode } from './regulation-tree.ts';

const node = (label: string, marker: string): RegulationNode => ({
  isDivision: false,
  label: label.split('-'),
  marker,
  title: '',
  content: ['Words.'],
  children: [],
});
const document = (kind: DocumentKind): RegulationDocument => ({
  kind,
  label: kind === 'section' ? ['1099', '3'] : ['1099', 'Interp'],
  heading: '',
  nodes: [],
});
const split = (path: string) => (path === '' ? [] : path.split('.'));

describe('designatorOf', () => {
  it.each([
    ['(a)', 'a'],
    ['iv.', 'iv'],
    ['(xviii)', 'xviii'],
    ['12.', '12'],
    ['A', 'A'],
    ['Interp', undefined],
    ['none', undefined],
    ['p12', undefined],
    ['', undefined],
  ])('reads %s', (marker, expected) => {
    expect(designatorOf(marker)).toBe(expected);
  });
});

describe('pathOf a paragraph of a section', () => {
  it.each([
    // parent label, parent path, label, marker, elder, taken, expected
    ['1099-3', '', '1099-3-a', '(a)', '', [], 'a'],
    // Nested in (o)(1) by mistake: the label is right.
    ['1099-3-o-1', 'o.1', '1099-3-o-2', '(2)', 'o.1.ii', [], 'o.2'],
    // In its place with a label that skips a level: the place is right.
    ['1099-3-b-1', 'b.1', '1099-3-b-i', '(i)', '', [], 'b.1.i'],
    // A letter said twice in the label.
    ['1099-3-l-3', 'l.3', '1099-3-l-l-3-ii', '(ii)', 'l.3.i', [], 'l.3.ii'],
    // The level between is missing in the file.
    ['1099-3-q', 'q', '1099-3-q-2-ii', '(ii)', 'q.2', [], 'q.2.ii'],
    // A wrong marker repeats its elder's.
    ['1099-3-b-1', 'b.1', '1099-3-b-1-iii', '(ii)', 'b.1.ii', ['b.1.ii'], 'b.1.iii'],
    // A wrong label leaves a gap under an undesignated definition.
    ['1099-3-a-4', '4', '1099-3-a-4-v', '(iv)', '4.iii', ['4.iii'], '4.iv'],
  ])('under %s (%s): label %s, marker %s', (parentLabel, parent, label, marker, elder, taken, expected) => {
    const place = { path: split(parent), prefix: [], label: parentLabel.split('-') };
    const previous = elder === '' ? undefined : split(elder);
    const path = pathOf(document('section'), node(label, marker), place, previous, (candidate) =>
      taken.includes(candidate.join('.')),
    );
    expect(path).toEqual(split(expected));
  });

  it('has none without a marker, unless it only stands for its level', () => {
    const place = { path: ['c'], prefix: [], label: ['1099', '3', 'c'] };
    const free = () => false;
    const child = node('1099-3-c-1-i', '(i)');
    expect(pathOf(document('section'), node('1099-3-c-p1', ''), place, undefined, free)).toBeUndefined();
    const bare = { ...node('1099-3-c-1', ''), content: [], children: [child] };
    expect(pathOf(document('section'), bare, place, undefined, free)).toEqual(['c', '1']);
  });
});

describe('pathOf a comment', () => {
  const place = {
    path: ['3', 'a', 'Interp'],
    prefix: ['3', 'a', 'Interp'],
    label: ['1099', '3', 'a', 'Interp'],
  };

  it.each([
    ['1099-3-a-Interp-1', '1.', [], '3.a.Interp.1'],
    // Under the heading of (a), but on (a)(2).
    ['1099-3-a-2-Interp-1', '1.', [], '3.a.2.Interp.1'],
    ['1099-3-a-Interp-3', '1.', ['3.a.Interp.1'], '3.a.Interp.3'],
    ['1099-3-a-Interp-x1', '2.', [], '3.a.Interp.2'],
  ])('%s, marker %s', (label, marker, taken, expected) => {
    const path = pathOf(document('supplement'), node(label, marker), place, undefined, (candidate) =>
      taken.includes(candidate.join('.')),
    );
    expect(path).toEqual(split(expected));
  });
});
