import { describe, expect, it } from 'vitest';
import { Kept } from './kept.ts';

describe('kept values', () => {
  it('are dropped oldest first when there are too many', () => {
    const kept = new Kept<number>(2);
    kept.set('a', 1);
    kept.set('b', 2);
    kept.set('c', 3);
    expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([undefined, 2, 3]);
  });

  it('count by weight, and a value set again counts once', () => {
    const kept = new Kept<string>(10);
    kept.set('a', 'old', 6);
    kept.set('a', 'new', 6);
    kept.set('b', 'b', 4);
    expect([kept.get('a'), kept.get('b')]).toEqual(['new', 'b']);
    kept.set('c', 'c', 5);
    expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([undefined, 'b', 'c']);
  });

  it('one heavier than the whole is not kept and drops nothing else', () => {
    const kept = new Kept<string>(10);
    kept.set('a', 'a', 9);
    kept.set('b', 'b', 11);
    expect([kept.get('a'), kept.get('b')]).toEqual(['a', undefined]);
  });
});
