import { cursorParam, limitParam, pageOf, Timestamp } from './common.ts';
import { defineOperation } from './define-operation.ts';
import { limits } from './limits.ts';
import { type Static, Type } from './schema.ts';

export const categories = [
  'statute',
  'regulation',
  'interagencyGuidance',
  'agencyGuidance',
  'examinationHandbook',
  'interpretiveAction',
  'sroRule',
] as const;
export type Category = (typeof categories)[number];

const summaryFields = {
  id: Type.String({ description: 'Document id, `cmdoc_<ULID>`; stable and never reused.' }),
  category: Type.String({ description: `One of ${categories.join(', ')}; the list may grow.` }),
  title: Type.String(),
  authorities: Type.Array(Type.String(), { description: 'Authority ids, such as `cfpb` or `ny-dfs`.' }),
  jurisdictions: Type.Array(Type.String(), { description: '`us-federal` or `us-state:ny`.' }),
  description: Type.String({ description: 'Plain-language summary.' }),
  updatedAt: Timestamp,
  sourceUrl: Type.String({ description: 'The provision at its official publisher.' }),
};

export const RegulationSummary = Type.Object(summaryFields, { title: 'RegulationSummary' });
export type RegulationSummary = Static<typeof RegulationSummary>;

export const TocEntry = Type.Object(
  {
    id: Type.String({ description: 'Stable id, such as `c-2-i`.' }),
    title: Type.String(),
    level: Type.Integer({ minimum: 1 }),
    startOffset: Type.Integer({ minimum: 0, description: 'Byte offset into the UTF-8 text.' }),
    parentId: Type.Optional(Type.String()),
  },
  { title: 'TocEntry' },
);

export const RegulationDetail = Type.Object(
  {
    ...summaryFields,
    totalBytes: Type.Integer({ minimum: 0 }),
    tableOfContents: Type.Object({ entries: Type.Array(TocEntry) }),
    attributes: Type.Nullable(Type.Record(Type.Unknown())),
    externalId: Type.String({ description: 'Slug such as `12-cfr-1005-11`, accepted in place of the id.' }),
    edition: Type.Enum(['official', 'digest', 'lossy'], {
      description:
        "`official`: the publisher's words. `digest`: Pandect's own summary. `lossy`: the publisher's words with known losses.",
    }),
    revision: Type.Integer({ minimum: 1 }),
    textSha256: Type.String({ description: 'SHA-256 of the UTF-8 text, hexadecimal.' }),
    inForceFrom: Type.Optional(
      Type.String({ format: 'date', description: 'The day whose law this text states, as far as known.' }),
    ),
  },
  { title: 'RegulationDetail' },
);
export type RegulationDetail = Static<typeof RegulationDetail>;

export const RegulationContent = Type.Object(
  {
    text: Type.String(),
    startOffset: Type.Integer({ minimum: 0 }),
    endOffset: Type.Integer({ minimum: 0, description: 'The next `offset` while `hasMore` is true.' }),
    limit: Type.Integer({ minimum: 1 }),
    totalBytes: Type.Integer({ minimum: 0 }),
    hasMore: Type.Boolean(),
  },
  { title: 'RegulationContent' },
);

export const CitationChunk = Type.Object(
  {
    text: Type.String({ description: 'Verbatim text, never generated.' }),
    startOffset: Type.Nullable(Type.Integer({ minimum: 0 })),
    endOffset: Type.Nullable(Type.Integer({ minimum: 0 })),
    sectionPath: Type.Nullable(Type.String({ description: 'Breadcrumb, levels joined by ` > `.' })),
    regulationRevision: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The revision the bytes are of: read it with `revision`.' }),
    ),
    explanation: Type.Optional(
      Type.Object(
        {
          score: Type.Integer({ description: 'What it was ranked by; comparable within one reply only.' }),
          shares: Type.Record(Type.Integer(), {
            description: 'What each feature gave; they add up to the score.',
          }),
        },
        { description: 'With `explain` only.' },
      ),
    ),
  },
  { title: 'CitationChunk' },
);

export const RegulationCitation = Type.Object(
  { regulation: RegulationSummary, chunks: Type.Array(CitationChunk) },
  { title: 'RegulationCitation' },
);
export type RegulationCitation = Static<typeof RegulationCitation>;

const documentId = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'A document id (`cmdoc_...`) or an externalId slug (`12-cfr-1005-11`).',
    }),
  },
  { additionalProperties: false },
);

const asOf = Type.Optional(
  Type.String({
    format: 'date',
    description: 'Read the revision that was in force on this day (`yyyy-mm-dd`).',
  }),
);

const revision = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Read this revision: a citation names it.' }),
);

function filter(description: string) {
  return Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { description, maxItems: 50 }),
  );
}

function queryFilter(maxItems: number, description: string) {
  return Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems, description }));
}

const base = { tag: 'Regulations', scope: 'regulations', bucket: 'regulations', credits: 1 } as const;

export const listRegulations = defineOperation({
  ...base,
  id: 'listRegulations',
  method: 'GET',
  path: '/api/v1/regulations',
  summary: 'Browse the catalog',
  description:
    'Filters are OR-ed within a dimension and AND-ed across dimensions. With `query`, ordered by relevance over title, description, authority name and category label (never the body); otherwise by `updatedAt` descending. Ties fall to `updatedAt` descending, then `id`.',
  query: Type.Object(
    {
      query: Type.Optional(Type.String({ maxLength: limits.queryChars, description: 'Words to look for.' })),
      categories: filter('Category filter; repeat for several.'),
      category: filter('The same filter under its other documented name.'),
      authorities: filter('Authority ids; an unknown one matches nothing.'),
      jurisdictions: filter('Jurisdiction ids.'),
      limit: limitParam(limits.page),
      cursor: cursorParam,
    },
    { additionalProperties: false },
  ),
  replies: { 200: pageOf('RegulationPage', RegulationSummary) },
});

export const getRegulationDetails = defineOperation({
  ...base,
  id: 'getRegulationDetails',
  method: 'GET',
  path: '/api/v1/regulations/{id}',
  summary: 'Read the facts and table of contents of one document',
  description: 'No body text is returned. Accepts a document id or an externalId slug.',
  params: documentId,
  query: Type.Object({ asOf, revision }, { additionalProperties: false }),
  replies: { 200: RegulationDetail },
  conditional: true,
});

export const getRegulationContent = defineOperation({
  ...base,
  id: 'getRegulationContent',
  method: 'GET',
  path: '/api/v1/regulations/{id}/content',
  summary: 'Read the plain text in byte slices',
  description:
    'Set the next `offset` to `content.endOffset` until `content.hasMore` is false. A slice never splits a character: pages of any size join to exactly the full text.',
  params: documentId,
  query: Type.Object(
    {
      offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'First byte.' })),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: limits.contentBytes.max,
          default: limits.contentBytes.default,
          description: 'Most bytes to return.',
        }),
      ),
      asOf,
      revision,
    },
    { additionalProperties: false },
  ),
  replies: {
    200: Type.Object(
      { regulation: RegulationDetail, content: RegulationContent },
      { title: 'RegulationContentReply' },
    ),
  },
  conditional: true,
});

export const RegulationRevision = Type.Object(
  {
    revision: Type.Integer({ minimum: 1 }),
    current: Type.Boolean(),
    edition: Type.String({ description: '`official`, `digest` or `lossy`.' }),
    inForceFrom: Type.String({ format: 'date', description: 'The day whose law the text states.' }),
    importedAt: Timestamp,
    totalBytes: Type.Integer({ minimum: 0 }),
    textSha256: Type.String(),
  },
  { title: 'RegulationRevision' },
);

export const listRegulationRevisions = defineOperation({
  ...base,
  id: 'listRegulationRevisions',
  method: 'GET',
  path: '/api/v1/regulations/{id}/revisions',
  summary: 'List the texts a document has had',
  description:
    'Newest first. Read one with `revision`, or the one of a day with `asOf`, on details and content.',
  params: documentId,
  replies: {
    200: Type.Object({ results: Type.Array(RegulationRevision) }, { title: 'RegulationRevisionList' }),
  },
});

export const RegulationReference = Type.Object(
  {
    startOffset: Type.Integer({ minimum: 0, description: 'Byte offset of the words that name the other.' }),
    endOffset: Type.Integer({ minimum: 0 }),
    externalId: Type.String({ description: 'The document named; it is in the catalog.' }),
    title: Type.String({ description: 'Its title.' }),
    entryId: Type.Optional(
      Type.String({
        description:
          'The paragraph named, as an id of its table of contents; where that has none, the nearest enclosing one.',
      }),
    ),
  },
  { title: 'RegulationReference' },
);
export type RegulationReference = Static<typeof RegulationReference>;

export const listRegulationReferences = defineOperation({
  ...base,
  id: 'listRegulationReferences',
  method: 'GET',
  path: '/api/v1/regulations/{id}/references',
  summary: 'List where a text names other provisions of the catalog',
  description:
    'In the order of the text. Only what the catalog holds is listed, so that every reference can be followed.',
  params: documentId,
  query: Type.Object({ revision }, { additionalProperties: false }),
  replies: {
    200: Type.Object(
      { revision: Type.Integer({ minimum: 1 }), results: Type.Array(RegulationReference) },
      { title: 'RegulationReferenceList' },
    ),
  },
});

export const queryRegulations = defineOperation({
  ...base,
  bucket: 'query',
  id: 'queryRegulations',
  method: 'POST',
  path: '/api/v1/regulations/query',
  summary: 'Find the passages that answer a question',
  description:
    'Verbatim chunks grouped by document, best document first, chunks in rank order; `limit` counts chunks. Nothing is generated and there is no paging.',
  body: Type.Object(
    {
      query: Type.String({ minLength: 1, maxLength: limits.queryChars }),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: limits.queryChunks.max, default: limits.queryChunks.default }),
      ),
      filters: Type.Optional(
        Type.Object(
          {
            ids: queryFilter(
              limits.filterIds,
              'Document ids or externalId slugs; an unknown one matches nothing.',
            ),
            authorities: queryFilter(limits.filterValues, 'Authority ids; an unknown one matches nothing.'),
            jurisdictions: queryFilter(limits.filterValues, 'Jurisdiction ids.'),
            categories: queryFilter(limits.filterValues, `Any of ${categories.join(', ')}.`),
          },
          {
            additionalProperties: false,
            description: 'OR-ed within a field, AND-ed across fields; an empty list restricts nothing.',
          },
        ),
      ),
      precision: Type.Optional(
        Type.Boolean({
          description:
            'Read the first results once more, word by word with the question, before they are ordered: better, and slower. Without it the installation decides.',
        }),
      ),
      explain: Type.Optional(Type.Boolean({ description: 'Say of each chunk what made its score.' })),
    },
    { additionalProperties: false, title: 'QueryRequest' },
  ),
  replies: {
    200: Type.Object({ results: Type.Array(RegulationCitation) }, { title: 'QueryReply' }),
  },
});
