/**
 * The JSON Schema the contract is written in, with its TypeScript type inferred. Written here because the
 * usual builder costs 330 of the 1,000 ms a cold start may take (709 modules, measured on Node 24 with its
 * compile cache), and the contract needs eleven kinds of schema.
 */
export interface Schema<T = unknown> {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly string[];
  readonly format?: 'date' | 'date-time';
  /** What the whole string must match, in Unicode mode. */
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  /** Exists in the types only. */
  readonly [inferred]?: T;
}

declare const inferred: unique symbol;
declare const omittable: unique symbol;

export type Static<S> = S extends Schema<infer T> ? T : never;

export interface ObjectSchema<T = unknown> extends Schema<T> {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/** A member that may be left out. */
export type Omittable<S extends Schema> = S & { readonly [omittable]: true };

type Members = Readonly<Record<string, Schema>>;
type OmittableKeys<P> = { [K in keyof P]: P[K] extends { readonly [omittable]: true } ? K : never }[keyof P];
type Flat<T> = { [K in keyof T]: T[K] };
export type StaticObject<P extends Members> = Flat<
  { [K in Exclude<keyof P, OmittableKeys<P>>]: Static<P[K]> } & { [K in OmittableKeys<P>]?: Static<P[K]> }
>;

type Notes<K extends keyof Schema = never> = Pick<
  Schema,
  'title' | 'description' | 'default' | 'examples' | K
>;

const omittableMembers = new WeakSet<Schema>();

export const Type = {
  String: (notes: Notes<'enum' | 'format' | 'pattern' | 'minLength' | 'maxLength'> = {}): Schema<string> => ({
    type: 'string',
    ...notes,
  }),

  /** A closed set of strings. */
  Enum: <const V extends readonly string[]>(values: V, notes: Notes = {}): Schema<V[number]> => ({
    type: 'string',
    enum: values,
    ...notes,
  }),

  Integer: (notes: Notes<'minimum' | 'maximum'> = {}): Schema<number> => ({ type: 'integer', ...notes }),

  Number: (notes: Notes<'minimum' | 'maximum'> = {}): Schema<number> => ({ type: 'number', ...notes }),

  Boolean: (notes: Notes = {}): Schema<boolean> => ({ type: 'boolean', ...notes }),

  /** Any JSON value. */
  Unknown: (notes: Notes = {}): Schema<unknown> => ({ ...notes }),

  Array: <S extends Schema>(
    items: S,
    notes: Notes<'minItems' | 'maxItems' | 'uniqueItems'> = {},
  ): Schema<Static<S>[]> => ({ type: 'array', items, ...notes }),

  /** An object with any member names. */
  Record: <S extends Schema>(values: S, notes: Notes = {}): Schema<Record<string, Static<S>>> => ({
    type: 'object',
    additionalProperties: values,
    ...notes,
  }),

  Nullable: <S extends Schema>(schema: S): Schema<Static<S> | null> => ({
    anyOf: [schema, { type: 'null' }],
  }),

  Union: <const S extends readonly Schema[]>(choices: S): Schema<Static<S[number]>> => ({ anyOf: choices }),

  /** Marks a member of an object that may be left out. */
  Optional: <S extends Schema>(schema: S): Omittable<S> => {
    const member = { ...schema };
    omittableMembers.add(member);
    return member as Omittable<S>; // the mark exists in the types only
  },

  /** An object; `additionalProperties: false` refuses members it does not name. */
  Object: <const P extends Members>(
    properties: P,
    notes: Notes<'additionalProperties'> = {},
  ): ObjectSchema<StaticObject<P>> => ({
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !omittableMembers.has(properties[name] ?? {})),
    ...notes,
  }),
};
