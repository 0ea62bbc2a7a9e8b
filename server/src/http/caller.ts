import type { Scope } from '@pandect/contract';

/** Who is calling, once the credential has been checked. */
export interface Caller {
  readonly teamId: string;
  /** The key whose buckets and ledger rows the call counts on. */
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  /** Credit budget of the team for a calendar month; null for none. */
  readonly monthlyCredits: number | null;
}
