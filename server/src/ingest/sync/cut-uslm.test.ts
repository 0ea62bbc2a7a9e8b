import { describe, expect, it } from 'vitest';
import { readUslm } from '../read-uslm.ts';
import { cutUslm } from './cut-uslm.ts';

const section = (number: string) =>
  `<section identifier="/us/usc/t18/s${number}"><num value="${number}">§${number}.</num><heading> Example ${number}</heading><content><p>Words — of § ${number}.</p></content></section>`;
const chapter = (place: string, number: string, inside: string) =>
  `<chapter identifier="/us/usc/t18/${place}ch${number}"><num value="${number}">CHAPTER ${number}—</num><heading>EXAMPLES</heading>${inside}</chapter>`;
const quoting = '<note><quotedContent><chapter><num>CHAPTER 95—</num></chapter></quotedContent></note>';
const title = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0" identifier="/us/usc/t18"><meta><docNumber>18</docNumber></meta><main><title identifier="/us/usc/t18"><num value="18">Title 18—</num><heading>EXAMPLE</heading>${body}</title></main></uscDoc>`;
const whole = title(
  `<part identifier="/us/usc/t18/ptI">${chapter('ptI/', '94', section('1'))}${chapter('ptI/', '95', quoting + section('1956'))}${chapter('ptI/', '95A', section('2000'))}</part>${chapter('', '9', section('90'))}`,
);

describe('cutUslm', () => {
  const cut = (text: string, ...chapters: string[]) => cutUslm(Buffer.from(text), chapters).toString('utf8');

  it('keeps the chapters named, byte for byte, in an envelope the reader takes', () => {
    const text = cut(whole, '9', '95');
    expect(text).toContain(chapter('ptI/', '95', quoting + section('1956')));
    const outlines = [...readUslm.read({ name: 'usc18.xml', bytes: Buffer.from(text) })];
    expect(outlines.map(({ facts }) => facts.externalId)).toEqual(['18-usc-1956', '18-usc-90']);
  });

  it('works under a namespace prefix', () => {
    const prefixed = whole.replace(/<(\/?)(?=[a-z])/g, '<$1ns0:').replace('xmlns=', 'xmlns:ns0=');
    const outlines = [...readUslm.read({ name: 'usc18.xml', bytes: cutUslm(Buffer.from(prefixed), ['94']) })];
    expect(outlines.map(({ facts }) => facts.externalId)).toEqual(['18-usc-1']);
  });

  it.each<[string, string, string]>([
    ['a chapter that is not there', whole, 'no chapter 77'],
    ['a text that is not a title', '<html></html>', 'no title in USLM'],
    [
      'a chapter without an end',
      title('<chapter identifier="/us/usc/t18/ch77"><num/>'),
      'a chapter of the title is never closed',
    ],
  ])('refuses %s', (_, text, message) => {
    expect(() => cut(text, '77')).toThrow(message);
  });
});
