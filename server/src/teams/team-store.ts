import type { Scope } from '@pandect/contract';

export interface Team {
  readonly id: string;
  readonly autoScreen: boolean;
  readonly monthlyCredits: number | null;
  readonly createdAt: number;
}

export interface ApiKeyRecord {
  readonly id: string;
  readonly teamId: string;
  readonly hash: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
  /** The budget of its team, read along: every call asks for it. */
  readonly teamMonthlyCredits: number | null;
}

/** What is stored of a key when it is made. */
export type NewApiKey = Omit<ApiKeyRecord, 'lastUsedAt' | 'revokedAt' | 'teamMonthlyCredits'>;

/** Calls of one key to one operation on one UTC day, as an increment or as a total. */
export interface UsageEntry {
  readonly teamId: string;
  readonly day: string;
  readonly keyId: string;
  readonly operation: string;
  readonly calls: number;
  readonly credits: number;
}

/** Teams, their keys and their ledger. Times are whole seconds since 1970. */
export interface TeamStore {
  findTeam(teamId: string): Promise<Team | undefined>;
  /** Makes the team unless it is there. */
  ensureTeam(teamId: string, now: number): Promise<{ readonly team: Team; readonly made: boolean }>;
  updateTeam(
    teamId: string,
    change: { readonly autoScreen?: boolean; readonly monthlyCredits?: number | null },
  ): Promise<Team | undefined>;

  addKey(key: NewApiKey): Promise<void>;
  findKeyByHash(hash: string): Promise<ApiKeyRecord | undefined> | ApiKeyRecord | undefined;
  findKey(keyId: string): Promise<ApiKeyRecord | undefined> | ApiKeyRecord | undefined;
  /** Newest first; of every team where none is named. */
  listKeys(teamId?: string): Promise<readonly ApiKeyRecord[]>;
  /** Undefined where the team has no such key. Revoking twice keeps the first time. */
  revokeKey(teamId: string, keyId: string, now: number): Promise<ApiKeyRecord | undefined>;

  /** Adds to the ledger, all entries or none, and notes keys as used now. Durable when it resolves. */
  addUsage(entries: readonly UsageEntry[], usedKeys: readonly string[], now: number): Promise<void>;
  listUsage(filter: {
    readonly teamId?: string;
    readonly from: string;
    readonly to: string;
  }): Promise<readonly UsageEntry[]>;
  creditsSince(teamId: string, day: string): Promise<number>;

  /** A secret of the installation, made on first use and shared by every process. */
  ensureSecret(name: string, candidate: string): Promise<string>;
}
