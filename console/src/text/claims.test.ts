import { describe, expect, it } from 'vitest';
import { claimsOf } from './claims.ts';

describe('claimsOf', () => {
  it('gives each marker the words it stands behind', () => {
    const body =
      '## Statute\n\nA bank verifies. [Source: 31-usc-5318] It records too. [Source: 31-cfr-1020-220] [Source: 12-cfr-21-21]\n\n1. List every way. [Source: x-1]\n2. Refuse. [Source: x-2]';
    expect(claimsOf(body)).toEqual([
      { source: '31-usc-5318', text: 'A bank verifies.' },
      { source: '31-cfr-1020-220', text: 'It records too.' },
      { source: '12-cfr-21-21', text: 'It records too.' },
      { source: 'x-1', text: 'List every way.' },
      { source: 'x-2', text: 'Refuse.' },
    ]);
  });
});
