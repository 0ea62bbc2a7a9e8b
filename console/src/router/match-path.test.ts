import { describe, expect, it } from 'vitest';
import { matchPath } from './match-path.ts';
import { withQuery } from './place.ts';

describe('matchPath', () => {
  it.each([
    ['/library', '/library', {}],
    ['/library', '/library/', {}],
    ['/library/:id', '/library/12-cfr-1005-11', { id: '12-cfr-1005-11' }],
    ['/library/:id', '/library/a%20b', { id: 'a b' }],
    ['/library/:id', '/library/100%', { id: '100%' }],
    ['/library/:id', '/library', undefined],
    ['/library', '/libraries', undefined],
    ['/library/:id', '/library/a/b', undefined],
  ])('%s against %s', (pattern, path, params) => expect(matchPath(pattern, path)).toEqual(params));
});

describe('withQuery', () => {
  it('changes, repeats and takes out members', () => {
    const query = new URLSearchParams('q=fees&category=statute&category=regulation');
    expect(withQuery(query, { q: 'late fees' })).toBe('?category=statute&category=regulation&q=late+fees');
    expect(withQuery(query, { category: ['sroRule'] })).toBe('?q=fees&category=sroRule');
    expect(withQuery(query, { q: undefined, category: [] })).toBe('');
  });
});
