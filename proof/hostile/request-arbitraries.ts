import { categories, jurisdictions, type Operation, type Schema, wikiDomains } from '@pandect/contract';
import fc from 'fast-check';

/** Characters that programs trip over, and all others. */
const character = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...['\u0000', '\n', '\r', '"', '\\', '%', "'", ';', '<', '\u2028', '\u202e', '\ufeff', '\u{10ffff}'],
      ...['/', '..', '?', '#', '$', '{', '\u007f', '\ud800', '\udfff'],
    ),
  },
);

/** Values that fit a schema. */
export function fitting(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const known = knownValues[name];
  if (known && schema.type !== 'array') return known;
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((choice) => fitting(choice, name)));
  switch (schema.type) {
    case 'object':
      return schema.properties ? members(schema) : fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue());
    case 'array':
      return listOf(schema, name);
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1e9, max: Math.min(schema.maximum ?? 1e9, 2 ** 31 - 1) });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

/** What a schema cannot say: lists the server keeps closed, and times that must lie ahead. */
const knownValues: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  domain: fc.constantFrom(...wikiDomains),
  categories: fc.constantFrom(...categories),
  category: fc.constantFrom(...categories),
  jurisdictions: fc.constantFrom(...jurisdictions),
  expiresAt: fc.constantFrom(
    '2090-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999999Z',
    '2090-01-01T00:00:00+00:00',
  ),
  content: fc.oneof(
    fc.record({ type: fc.constant('text'), text: shortText(1, 300) }),
    fc.record({ type: fc.constant('text'), text: fc.constant('Guaranteed approval, no credit check. ') }),
  ),
};

function members(schema: Schema): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const requiredKeys = [...(schema.required ?? [])];
  const model = Object.fromEntries(properties.map(([name, member]) => [name, fitting(member, name)]));
  return fc.record(model, { requiredKeys, noNullPrototype: true });
}

function listOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const item = fitting(schema.items ?? {}, name);
  const minLength = schema.minItems ?? 0;
  const maxLength = Math.min(schema.maxItems ?? 6, 6);
  return schema.uniqueItems
    ? fc.uniqueArray(item, { minLength, maxLength })
    : fc.array(item, { minLength, maxLength });
}

function text(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const day = fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString());
  if (schema.format === 'date') return day.map((iso) => iso.slice(0, 10));
  if (schema.format === 'date-time') return day.map((iso) => `${iso.slice(0, 19)}Z`);
  const { minLength = 0, maxLength = 100_000, pattern } = schema;
  const short = shortText(minLength, Math.min(maxLength, 40));
  const sized = fc.oneof(
    { weight: 60, arbitrary: short },
    { weight: 1, arbitrary: fc.constant('é'.repeat(Math.min(maxLength, 5000))) },
  );
  return pattern === undefined ? sized : sized.filter((value) => new RegExp(pattern, 'u').test(value));
}

function shortText(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc
    .array(character, { minLength, maxLength: Math.max(minLength, Math.floor(maxLength / 2)) })
    .map((characters) => characters.join(''));
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Anything, in place of what should be there. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    ...[null, true, 0, -1, 1.5, 1e308, -0, 2 ** 53, '', ' ', '\u0000', '\ud800', 'null', '0x10', '1e1'],
    ...[
      'é'.repeat(201),
      'x'.repeat(2001),
      'x'.repeat(100_001),
      [],
      {},
      [[]],
      [null],
      nested(90),
      nested(300),
    ],
    ...['2026-02-30', '2026-13-01T00:00:00Z', "' OR 1=1 --", '../../etc/passwd', '%00', '<script>'],
    ...[JSON.parse('{"__proto__":{"admin":true}}'), JSON.parse('{"constructor":{"prototype":{"x":1}}}')],
  ),
);

const oddName = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'x',
  '',
  'hasOwnProperty',
  'id',
  'teamId',
);

interface Mutation {
  readonly kind: 'replace' | 'remove' | 'add';
  readonly where: number;
  readonly name: string;
  readonly value: unknown;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('replace' as const, 'remove' as const, 'add' as const),
  where: fc.nat(40),
  name: oddName,
  value: odd,
});

/** One place in the value is changed; the value given is left alone. */
function mutate(value: unknown, { kind, where, name, value: other }: Mutation): unknown {
  const copy: unknown = structuredClone(value);
  const places = placesIn(copy);
  const place = places[where % Math.max(1, places.length)];
  if (!place) return other;
  if (kind === 'remove') Reflect.deleteProperty(place.holder, place.name);
  else define(place.holder, kind === 'add' ? name : place.name, other);
  return copy;
}

/** As JSON does it: `__proto__` becomes a member like any other. */
function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
}

function placesIn(value: unknown): { holder: object; name: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [{ holder: value, name }, ...placesIn(inner)]);
}

/** Where a path parameter comes from: one of those that exist (by its place in the pool), or words. */
export type ParamChoice = { readonly pick: number } | { readonly words: string };

export type Credential = 'good' | 'token' | 'none' | 'forged' | 'revoked' | 'narrow';

/** A request as it was drawn; `fits` is undefined where only the server can tell. */
export interface DrawnRequest {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, ParamChoice>>;
  readonly query: readonly (readonly [string, string])[];
  readonly queryFits: boolean;
  readonly body: { readonly value: unknown } | { readonly raw: string } | undefined;
  readonly contentType: string;
  readonly credential: Credential;
  readonly idempotencyKey: string | undefined;
  readonly method: string;
  readonly slash: boolean;
}

/** Requests of one operation: about half fit the contract, the others are changed somewhere. */
export function requestsOf(operation: Operation): fc.Arbitrary<DrawnRequest> {
  const param = fc.oneof(
    { weight: 4, arbitrary: fc.record({ pick: fc.nat(1000) }) },
    { weight: 1, arbitrary: fc.record({ words: shortText(1, 60) }) },
    {
      weight: 1,
      arbitrary: fc.record({ words: fc.constantFrom('x'.repeat(201), '.', '__proto__', 'job_', '%') }),
    },
  );
  const params = Object.fromEntries(Object.keys(operation.params.properties).map((name) => [name, param]));
  return fc
    .record({
      operation: fc.constant(operation),
      params: fc.record(params, { noNullPrototype: true }),
      query: queryOf(operation),
      body: operation.body ? bodyOf(operation.body) : fc.constant(undefined),
      contentType: mostly(
        'application/json',
        fc.constantFrom(
          'text/plain',
          'application/xml',
          'application/json; charset=utf-16',
          'x',
          'multipart/form-data',
        ),
      ),
      credential: mostly<Credential>(
        'good',
        fc.constantFrom<Credential>('token', 'none', 'forged', 'revoked', 'narrow'),
      ),
      idempotencyKey: mostly<string | undefined>(
        undefined,
        fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x'.repeat(256), ' ', 'a b', '\u00e9')),
      ),
      method: mostly(operation.method as string, fc.constantFrom('PUT', 'OPTIONS', 'PROPFIND')),
      slash: mostly(false, fc.constant(true)),
    })
    .map(({ query: { pairs, fits }, ...rest }) => ({ ...rest, query: pairs, queryFits: fits }));
}

function mostly<T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
}

type QueryPairs = { readonly pairs: readonly (readonly [string, string])[]; readonly fits: boolean };

function queryOf(operation: Operation): fc.Arbitrary<QueryPairs> {
  const { cursor, ...properties } = operation.query.properties;
  const fit = members({ type: 'object', properties }).map((value) => ({
    pairs: Object.entries(value ?? {}).flatMap(([name, given]): [string, string][] =>
      [given].flat().map((one) => [name, String(one)]),
    ),
    fits: true,
  }));
  const strange = fc
    .array(
      fc.tuple(
        fc.oneof(
          fc.constantFrom(...Object.keys(operation.query.properties), 'limit', '__proto__', 'x[]'),
          shortText(0, 8),
        ),
        fc.oneof(
          shortText(0, 30),
          odd.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
        ),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((pairs) => ({
      pairs: pairs.map(([name, value]) => [name, value.slice(0, 3000)] as const),
      fits: false,
    }));
  return fc.oneof({ weight: 3, arbitrary: fit }, { weight: cursor ? 2 : 1, arbitrary: strange });
}

function bodyOf(schema: Schema): fc.Arbitrary<DrawnRequest['body']> {
  const fit = fitting(schema);
  const changed = fc
    .tuple(fit, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([value, mutations]) => mutations.reduce(mutate, value));
  const broken = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '{',
      '[1,',
      '{"a":1,}',
      '\u0000',
      '\ufeff{}',
      '{"a":1}{',
      'nul',
      '"\\ud800"',
      '1e400',
    ),
    fc.tuple(fit, fc.nat(60)).map(([value, cut]) => JSON.stringify(value).slice(0, -1 - cut)),
    fc.constant('['.repeat(50_000)),
    fc.constant(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
  );
  return fc.oneof(
    { weight: 10, arbitrary: fit.map((value) => ({ value })) },
    { weight: 8, arbitrary: changed.map((value) => ({ value })) },
    { weight: 2, arbitrary: broken.map((raw) => ({ raw })) },
  );
}
