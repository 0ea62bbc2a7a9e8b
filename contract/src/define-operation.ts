import type { Operation } from './operation.ts';
import { type ObjectSchema, type Schema, Type } from './schema.ts';

const nothing = Type.Object({}, { additionalProperties: false });
type Nothing = typeof nothing;

type Given<P, Q, B, R> = Omit<Operation, 'params' | 'query' | 'body' | 'replies' | 'conditional'> & {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly replies: R;
  readonly conditional?: boolean;
};

/** Fills in what most operations do not have: no parameters, no body, no conditional reads. */
export function defineOperation<
  const R extends Readonly<Record<number, Schema>>,
  P extends ObjectSchema = Nothing,
  Q extends ObjectSchema = Nothing,
  B extends ObjectSchema | undefined = undefined,
>(given: Given<P, Q, B, R>): Operation<P, Q, B, R>;
export function defineOperation(
  given: Given<ObjectSchema, ObjectSchema, ObjectSchema, Readonly<Record<number, Schema>>>,
): Operation {
  return {
    ...given,
    params: given.params ?? nothing,
    query: given.query ?? nothing,
    body: given.body,
    conditional: given.conditional ?? false,
  };
}
