import { CalendarDate, storable, Timestamp } from './common.ts';
import { defineOperation } from './define-operation.ts';
import { defaultScopes, scopes } from './operation.ts';
import { type Static, Type } from './schema.ts';

const ScopeSchema = Type.Enum(scopes, { description: 'What the key may do.' });

const keyFields = {
  id: Type.String({ description: 'Key id, `key_<ULID>`: not the key.' }),
  label: Type.String(),
  scopes: Type.Array(ScopeSchema),
  createdAt: Timestamp,
  expiresAt: Type.Nullable(Timestamp),
  lastUsedAt: Type.Nullable(Timestamp),
  revokedAt: Type.Nullable(Timestamp),
};

export const ApiKey = Type.Object(keyFields, { title: 'ApiKey' });
export type ApiKey = Static<typeof ApiKey>;

export const NewApiKey = Type.Object(
  {
    ...keyFields,
    key: Type.Optional(
      Type.String({ description: 'The key itself, shown this once; absent when a request is replayed.' }),
    ),
  },
  { title: 'NewApiKey' },
);

export const Team = Type.Object(
  {
    id: Type.String({ description: 'Team name, such as `default`.' }),
    autoScreen: Type.Boolean({ description: 'Screen the text of each event by itself.' }),
    monthlyCredits: Type.Nullable(
      Type.Integer({ minimum: 0, description: 'Credit budget per calendar month (UTC); null for none.' }),
    ),
    createdAt: Timestamp,
  },
  { title: 'Team' },
);
export type Team = Static<typeof Team>;

export const UsageRow = Type.Object(
  {
    day: CalendarDate,
    keyId: Type.String(),
    operation: Type.String(),
    calls: Type.Integer({ minimum: 0 }),
    credits: Type.Integer({ minimum: 0 }),
  },
  { title: 'UsageRow' },
);
export type UsageRow = Static<typeof UsageRow>;

const base = { tag: 'Team', scope: 'admin', bucket: 'admin', credits: 0 } as const;
const keyId = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 200, pattern: storable, description: 'Key id.' }) },
  { additionalProperties: false },
);

export const getTeam = defineOperation({
  ...base,
  id: 'getTeam',
  method: 'GET',
  path: '/api/v1/team',
  summary: 'Read the settings of the calling team',
  description: 'The team is that of the credential.',
  replies: { 200: Team },
});

export const updateTeam = defineOperation({
  ...base,
  id: 'updateTeam',
  method: 'PATCH',
  path: '/api/v1/team',
  summary: 'Change the settings of the calling team',
  description: 'Only the members given are changed.',
  body: Type.Object(
    {
      autoScreen: Type.Optional(Type.Boolean()),
      monthlyCredits: Type.Optional(Type.Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }))),
    },
    { additionalProperties: false, title: 'TeamUpdate' },
  ),
  replies: { 200: Team },
});

export const listKeys = defineOperation({
  ...base,
  id: 'listKeys',
  method: 'GET',
  path: '/api/v1/keys',
  summary: 'List the API keys of the calling team',
  description: 'Newest first. The keys themselves are not kept: only their SHA-256 is.',
  replies: { 200: Type.Object({ results: Type.Array(ApiKey) }, { title: 'ApiKeyList' }) },
});

export const createKey = defineOperation({
  ...base,
  id: 'createKey',
  method: 'POST',
  path: '/api/v1/keys',
  summary: 'Make an API key',
  description: 'The key is in this reply and nowhere else.',
  body: Type.Object(
    {
      label: Type.Optional(Type.String({ maxLength: 200, pattern: storable, default: '' })),
      scopes: Type.Optional(
        Type.Array(ScopeSchema, { minItems: 1, uniqueItems: true, default: [...defaultScopes] }),
      ),
      expiresAt: Type.Optional(Timestamp),
    },
    { additionalProperties: false, title: 'KeyRequest' },
  ),
  replies: { 201: NewApiKey },
});

export const revokeKey = defineOperation({
  ...base,
  id: 'revokeKey',
  method: 'DELETE',
  path: '/api/v1/keys/{id}',
  summary: 'Revoke an API key at once',
  description:
    'The key and every token made with it are refused from now on. Revoking again changes nothing.',
  params: keyId,
  replies: { 200: ApiKey },
});

export const listUsage = defineOperation({
  ...base,
  id: 'listUsage',
  method: 'GET',
  path: '/api/v1/usage',
  summary: 'Calls and credits by day, key and operation',
  description: 'Days are UTC and both bounds are inclusive; without bounds, the last 30 days.',
  query: Type.Object(
    { from: Type.Optional(CalendarDate), to: Type.Optional(CalendarDate) },
    { additionalProperties: false },
  ),
  replies: { 200: Type.Object({ results: Type.Array(UsageRow) }, { title: 'Usage' }) },
});
