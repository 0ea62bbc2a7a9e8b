import { cursorParam, limitParam, pageOf, Timestamp } from './common.ts';
import { defineOperation } from './define-operation.ts';
import { limits } from './limits.ts';
import { type Static, Type } from './schema.ts';

export const wikiDomains = [
  'consumer-protection-credit',
  'compliance',
  'lending-mortgage-real-estate',
  'fair-lending-cra',
  'deposits-payments-electronic-money',
  'prudential-safety-and-soundness',
  'privacy-data-security',
  'bsa-aml-sanctions',
  'securities-broker-dealer',
  'exam-enforcement-governance',
  'lending-commercial-auto-small-business',
] as const;
export type WikiDomain = (typeof wikiDomains)[number];

const summaryFields = {
  slug: Type.String({ description: 'Activity slug, stable and never reassigned.' }),
  title: Type.String(),
  domain: Type.String({ description: `One of ${wikiDomains.join(', ')}.` }),
  description: Type.String(),
};

export const WikiSummary = Type.Object(
  { ...summaryFields, sourceCount: Type.Integer({ minimum: 0 }), updatedAt: Timestamp },
  { title: 'WikiSummary' },
);
export type WikiSummary = Static<typeof WikiSummary>;

export const Wiki = Type.Object(
  {
    ...summaryFields,
    sources: Type.Array(Type.String(), {
      description: 'externalId slugs, from statute to examination guidance, in the order of the body.',
    }),
    body: Type.String({
      description: 'Markdown in Authority Chain order; claims end in `[Source: <externalId>]`.',
    }),
    updatedAt: Timestamp,
    stale: Type.Optional(
      Type.Boolean({ description: 'A source has a newer text than the playbook was written from.' }),
    ),
    staleSources: Type.Optional(Type.Array(Type.String(), { description: 'Which sources those are.' })),
  },
  { title: 'Wiki' },
);
export type Wiki = Static<typeof Wiki>;

const base = { tag: 'Regulation wikis', scope: 'wikis', bucket: 'wikis', credits: 1 } as const;

export const listRegulationWikis = defineOperation({
  ...base,
  id: 'listRegulationWikis',
  method: 'GET',
  path: '/api/v1/regulation-wikis',
  summary: 'Browse the playbooks',
  description: 'Ordered by `updatedAt` descending, or by relevance when `query` is given.',
  query: Type.Object(
    {
      domain: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'Domain slug; an unknown one is a 400 that lists the valid set.',
        }),
      ),
      query: Type.Optional(
        Type.String({ maxLength: limits.queryChars, description: 'Searches title and description.' }),
      ),
      updatedSince: Type.Optional(Timestamp),
      limit: limitParam(limits.wikiPage),
      cursor: cursorParam,
    },
    { additionalProperties: false },
  ),
  replies: { 200: pageOf('WikiPage', WikiSummary) },
});

export const getRegulationWiki = defineOperation({
  ...base,
  id: 'getRegulationWiki',
  method: 'GET',
  path: '/api/v1/regulation-wikis/{slug}',
  summary: 'Read one playbook',
  description: 'The whole playbook as Markdown, with its sources in order of authority.',
  params: Type.Object(
    { slug: Type.String({ minLength: 1, maxLength: 200, description: 'Activity slug from the list.' }) },
    { additionalProperties: false },
  ),
  replies: { 200: Wiki },
  conditional: true,
});
