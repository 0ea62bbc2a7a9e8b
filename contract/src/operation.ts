import { memberOf } from './member-of.ts';
import type { ObjectSchema, Schema, Static } from './schema.ts';

/** What a credential may be allowed to do. A key has all but `admin` unless it says otherwise. */
export const scopes = ['regulations', 'wikis', 'analysis', 'jobs', 'events', 'admin'] as const;
export type Scope = (typeof scopes)[number];
export const isScope = memberOf(scopes);
export const defaultScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'admin');

/** Rate-limit buckets and their default calls per minute and API key. */
export const buckets = {
  regulations: 600,
  query: 300,
  wikis: 600,
  submit: 120,
  events: 600,
  jobs: 1200,
  admin: 600,
} as const;
export type Bucket = keyof typeof buckets;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One operation of the API: all that the route, the reference, the client and the tools are made from. */
export interface Operation<
  Params extends ObjectSchema = ObjectSchema,
  Query extends ObjectSchema = ObjectSchema,
  Body extends ObjectSchema | undefined = ObjectSchema | undefined,
  Replies extends Readonly<Record<number, Schema>> = Readonly<Record<number, Schema>>,
> {
  /** The specification's name, the same everywhere. */
  readonly id: string;
  readonly method: Method;
  /** `/api/v1/jobs/{id}` */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly scope: Scope;
  readonly bucket: Bucket;
  /** Credits one successful call costs. */
  readonly credits: number;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Successful replies by status; errors come from the one table. */
  readonly replies: Replies;
  /** Supports `ETag` and `If-None-Match`. */
  readonly conditional: boolean;
}

export type ParamsOf<O> =
  O extends Operation<infer P, ObjectSchema, ObjectSchema | undefined> ? Static<P> : never;
export type QueryOf<O> =
  O extends Operation<ObjectSchema, infer Q, ObjectSchema | undefined> ? Static<Q> : never;
export type BodyOf<O> =
  O extends Operation<ObjectSchema, ObjectSchema, infer B>
    ? B extends ObjectSchema
      ? Static<B>
      : undefined
    : never;
export type ReplyOf<O> =
  O extends Operation<ObjectSchema, ObjectSchema, ObjectSchema | undefined, infer R>
    ? Static<R[keyof R & number]>
    : never;
