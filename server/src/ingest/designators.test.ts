import { describe, expect, it } from 'vitest';
import { designatorAt, ordinalOf } from './designators.ts';

describe('ordinalOf', () => {
  it.each([
    ['a', 'letter', 1],
    ['z', 'letter', 26],
    ['aa', 'letter', 27],
    ['bbb', 'letter', 54],
    ['ab', 'letter', undefined],
    ['i', 'letter', 9],
    ['i', 'roman', 1],
    ['l', 'roman', 50],
    ['xlix', 'roman', 49],
    ['iiii', 'roman', undefined],
    ['c', 'roman', undefined],
    ['I', 'capitalRoman', 1],
    ['I', 'capital', 9],
    ['AA', 'doubleCapital', 1],
    ['bb', 'doubleLetter', 2],
    ['b', 'doubleLetter', undefined],
    ['12', 'number', 12],
    ['0', 'number', undefined],
    ['b-1', 'letter', 2.01],
  ] as const)('counts (%s) as a %s: %s', (designator, numbering, ordinal) => {
    expect(ordinalOf(designator, numbering)).toBe(ordinal);
  });
});

describe('designatorAt', () => {
  it.each([
    ['(a) Text', 'bracket', 'a', 3],
    ['( ii ) Text', 'bracket', 'ii', 6],
    ['(b-1) Text', 'bracket', 'b-1', 5],
    ['(See) Text', 'bracket', undefined, undefined],
    ['(something) Text', 'bracket', undefined, undefined],
    ['(a Text', 'bracket', undefined, undefined],
    ['12. Text', 'dot', '12', 3],
    ['iv.\u00a0Text', 'dot', 'iv', 3],
    ['1.Text', 'dot', '1', 2],
    ['1.5 percent', 'dot', undefined, undefined],
    ['A.B. Text', 'dot', undefined, undefined],
  ] as const)('reads %j as a %s designator %s', (text, style, designator, end) => {
    const found = designatorAt(text, 0, style);
    expect(found?.text).toBe(designator);
    expect(found?.end).toBe(end);
  });
});
