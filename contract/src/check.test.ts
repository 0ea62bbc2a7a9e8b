import { describe, expect, it } from 'vitest';
import { findFault } from './check.ts';
import { storable } from './common.ts';
import { Type } from './schema.ts';

describe('findFault', () => {
  const schema = Type.Object(
    {
      name: Type.String({ minLength: 2, maxLength: 4 }),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
      kind: Type.Optional(Type.Enum(['a', 'b'])),
      list: Type.Optional(Type.Array(Type.String(), { maxItems: 2, uniqueItems: true })),
      free: Type.Optional(Type.Record(Type.Number())),
      maybe: Type.Optional(Type.Nullable(Type.String())),
      day: Type.Optional(Type.String({ format: 'date' })),
      at: Type.Optional(Type.String({ format: 'date-time' })),
      on: Type.Optional(Type.Boolean()),
      ref: Type.Optional(Type.String({ pattern: storable })),
    },
    { additionalProperties: false },
  );

  it.each([
    [{ name: 'ab' }],
    [{ name: '\u{1F600}\u{1F600}\u{1F600}\u{1F600}' }],
    [{ name: 'ab', size: 5, kind: 'b', list: ['x', 'y'], free: { n: 1.5 }, maybe: null, on: false }],
    [{ name: 'ab', maybe: 'text', day: '2024-02-29', at: '2026-01-31T23:59:59.999Z' }],
    [{ name: 'ab', at: '2026-01-31T00:00:00+00:00' }],
    [{ name: 'ab', ref: '\u{1F4C4} \u0001' }],
  ])('accepts %j', (value) => expect(findFault(schema, value)).toBeUndefined());

  it.each([
    [undefined, '', 'must be an object'],
    [[], '', 'must be an object'],
    [{}, 'name', 'is required'],
    [{ name: 'a' }, 'name', 'must have at least 2 characters'],
    [{ name: '\u{1F600}' }, 'name', 'must have at least 2 characters'],
    [{ name: 'abcde' }, 'name', 'must have at most 4 characters'],
    [{ name: 'ab', nam: 1 }, 'nam', 'is not known here'],
    [{ name: 'ab', toString: 1 }, 'toString', 'is not known here'],
    [{ name: 'ab', size: 1.5 }, 'size', 'must be a whole number'],
    [{ name: 'ab', size: 6 }, 'size', 'must be from 1 to 5, not 6'],
    [{ name: 'ab', kind: 'c' }, 'kind', 'must be one of a, b, not "c"'],
    [{ name: 'ab', list: 'x' }, 'list', 'must be a list'],
    [{ name: 'ab', list: ['x', 'x'] }, 'list', 'must not repeat an entry'],
    [{ name: 'ab', list: ['x', 1] }, 'list[1]', 'must be a string'],
    [{ name: 'ab', list: ['x', 'y', 'z'] }, 'list', 'at most 2'],
    [{ name: 'ab', free: { n: 'x' } }, 'free.n', 'must be a number'],
    [{ name: 'ab', maybe: 1 }, 'maybe', 'must be a string'],
    [{ name: 'ab', day: '2023-02-29' }, 'day', 'calendar date'],
    [{ name: 'ab', at: '2026-01-31' }, 'at', 'UTC timestamp'],
    [{ name: 'ab', at: '2026-01-31T24:00:00Z' }, 'at', 'UTC timestamp'],
    [{ name: 'ab', at: '2026-01-31T00:00:00+05:00' }, 'at', 'UTC timestamp'],
    [{ name: 'ab', on: 'true' }, 'on', 'must be true or false'],
    [{ name: 'ab', ref: 'a\u0000' }, 'ref', 'not allowed'],
    [{ name: 'ab', ref: '\ud83d' }, 'ref', 'not allowed'],
  ])('refuses %j at %s', (value, path, problem) => {
    const fault = findFault(schema, value);
    expect(fault?.path).toBe(path);
    expect(fault?.problem).toContain(problem);
  });
});
