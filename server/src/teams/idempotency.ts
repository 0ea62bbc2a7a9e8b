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
  complete(
    request: KeyOfRequest & { readonly status: number; readonly reply: string; readonly expiresAt: number },
  ): Promise<void>;
  release(request: KeyOfRequest): Promise<void>;
}
