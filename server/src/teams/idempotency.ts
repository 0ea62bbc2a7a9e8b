import type { UsageEntry } from './team-store.ts';

/** What became of a claim on an `Idempotency-Key`. */
export type IdempotencyClaim =
  /** Go on; make things under this ULID, so that going on after a crash makes them once. */
  | { readonly state: 'mine'; readonly ulid: string }
  | { readonly state: 'replay'; readonly status: number; readonly reply: string }
  | { readonly state: 'under_way' }
  | { readonly state: 'other_body' };

interface KeyOfRequest {
  readonly teamId: string;
  readonly operation: string;
  readonly key: string;
}

export interface IdempotencyStore {
  claim(
    request: KeyOfRequest & {
      readonly bodyHash: string;
      readonly ulid: string;
      readonly now: number;
      readonly leaseSeconds: number;
    },
  ): Promise<IdempotencyClaim>;
  /** Keeps the reply and charges the call: both or neither, and only for the first to complete it. */
  complete(
    request: KeyOfRequest & {
      readonly status: number;
      readonly reply: string;
      readonly now: number;
      readonly expiresAt: number;
      readonly usage: UsageEntry;
    },
  ): Promise<void>;
  /** Frees the key for another try under the same ULID: whether something was made is not known. */
  letGo(request: KeyOfRequest & { readonly now: number }): Promise<void>;
  /** Forgets the request: it was refused, and nothing was made. */
  release(request: KeyOfRequest): Promise<void>;
}
