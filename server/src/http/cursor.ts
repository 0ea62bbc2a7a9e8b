import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { ApiError, limits } from '@pandect/contract';

/** What a cursor is good for: one list, one team, one filter set. */
export interface CursorScope {
  readonly list: string;
  readonly teamId: string;
  /** The filters as the caller gave them, `cursor` and `limit` aside. */
  readonly filters: Readonly<Record<string, unknown>>;
}

/** Where the next page begins; what it holds is the list's own business. */
export type CursorPosition = readonly (string | number)[];

export interface Cursors {
  make(scope: CursorScope, position: CursorPosition): string;
  /** Throws `invalid_cursor` for anything but an unexpired cursor of this very scope. */
  open(scope: CursorScope, cursor: string): CursorPosition;
}

/**
 * A cursor is `<payload>.<signature>`, base64url. The scope is not inside: it is signed along, so a
 * cursor used elsewhere simply does not verify, and nothing about the filters is told.
 */
export function createCursors(secret: Uint8Array, nowSeconds: () => number): Cursors {
  const sign = (scope: CursorScope, payload: string) =>
    createHmac('sha256', secret)
      .update(`${scopeName(scope)}\n${payload}`)
      .digest();

  return {
    make(scope, position) {
      const expires = nowSeconds() + limits.cursorLifetimeSeconds;
      const payload = Buffer.from(JSON.stringify([expires, ...position])).toString('base64url');
      return `${payload}.${sign(scope, payload).toString('base64url')}`;
    },

    open(scope, cursor) {
      const [payload = '', signature = ''] = cursor.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(scope, payload);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw invalid();
      const [expires, ...position]: unknown[] = JSON.parse(Buffer.from(payload, 'base64url').toString());
      if (typeof expires !== 'number' || expires <= nowSeconds()) throw invalid();
      return position.filter((part) => typeof part === 'string' || typeof part === 'number');
    },
  };
}

function scopeName({ list, teamId, filters }: CursorScope): string {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([list, teamId, given]), 'hex');
}

function invalid(): ApiError {
  return new ApiError(
    'invalid_cursor',
    'The cursor is malformed, older than an hour, or from another list or filter set. Start again from the first page.',
    { param: 'cursor' },
  );
}
