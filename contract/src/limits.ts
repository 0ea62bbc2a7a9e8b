/** Numbers of the contract that more than one place needs. */
export const limits = {
  cursorLifetimeSeconds: 3600,
  wikiPage: { default: 20, max: 100 },
  page: { default: 50, max: 200 },
  contentBytes: { default: 40_000, max: 40_000 },
  queryChars: 2000,
  queryChunks: { default: 10, max: 50 },
  filterIds: 100,
  filterValues: 50,
  analysisChars: 100_000,
  /** `content.json` as sent, white space included. */
  eventJsonBytes: 256 * 1024,
  /** Lists and objects inside each other in a request body. */
  jsonLevels: 100,
  externalRefChars: 128,
  requestBytes: 1024 * 1024,
  idempotencyKeyChars: 255,
} as const;
