import { limits } from './limits.ts';
import { memberOf } from './member-of.ts';
import { type Schema, type Static, Type } from './schema.ts';

/** `2026-01-31T09:30:00Z`: UTC, whole seconds. */
export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601 UTC timestamp with whole seconds.',
  examples: ['2026-01-31T09:30:00Z'],
});

export const CalendarDate = Type.String({
  format: 'date',
  description: 'ISO 8601 calendar date.',
  examples: ['2026-01-31'],
});

/**
 * For strings that are kept or looked up as they are: no store keeps half a surrogate pair apart from another,
 * and PostgreSQL keeps no U+0000.
 */
export const storable = '^[^\\u0000\\ud800-\\udfff]*$';

export const Pagination = Type.Object(
  {
    nextCursor: Type.Nullable(
      Type.String({ description: 'Opaque cursor for the next page; null when there is none.' }),
    ),
    hasMore: Type.Boolean({ description: 'True when another page follows.' }),
    approximateTotal: Type.Integer({
      minimum: 0,
      description: 'Best-effort count of matching items; not for billing or compliance calculations.',
    }),
  },
  { title: 'Pagination' },
);

export function pageOf<T extends Schema>(title: string, item: T) {
  return Type.Object({ results: Type.Array(item), pagination: Pagination }, { title });
}

export const cursorParam = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'Opaque cursor of an earlier response with the same filter set; lives one hour.',
  }),
);

export function limitParam(size: { readonly default: number; readonly max: number }) {
  return Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: size.max,
      default: size.default,
      description: `Items per page, 1 to ${size.max}.`,
    }),
  );
}

export const scenarios = ['marketing_asset', 'dispute', 'debt_collection', 'complaint', 'generic'] as const;
export type Scenario = (typeof scenarios)[number];
export const isScenario = memberOf(scenarios);

/** What each scenario is for; shown as help wherever a person chooses one. */
export const scenarioHelp: Readonly<Record<Scenario, string>> = {
  marketing_asset: 'Outbound promotion: ads, prescreened offers, marketing emails, landing pages.',
  dispute: 'Transaction or billing error handling: error-resolution letters, dispute responses.',
  debt_collection: 'Collections: demand letters, collector scripts, dunning emails.',
  complaint: 'Responses to consumer complaints, filed with the institution or with a regulator.',
  generic:
    'Anything else: servicing replies, account disclosures, FAQs, adverse-action notices, internal content.',
};

export const ScenarioSchema = Type.Enum(scenarios, {
  description: `Purpose of the text, not its channel. ${scenarios.map((s) => `\`${s}\`: ${scenarioHelp[s]}`).join(' ')}`,
});

/** The text members of an analysis request, the same for screening and risk. */
export const AnalysisRequest = Type.Object(
  {
    content: Type.Object(
      {
        type: Type.Enum(['text'], { description: 'Only `text` in v1.' }),
        text: Type.String({
          minLength: 1,
          maxLength: limits.analysisChars,
          description: `Text to analyse, 1 to ${limits.analysisChars} characters.`,
        }),
      },
      { additionalProperties: false },
    ),
    scenario: ScenarioSchema,
  },
  { additionalProperties: false, title: 'AnalysisRequest' },
);
export type AnalysisRequest = Static<typeof AnalysisRequest>;

export const ErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: 'One of the codes of the error table.' }),
      message: Type.String({ description: 'What was wrong, with the value, and the way out.' }),
      requestId: Type.String({ description: 'Also in the `Request-Id` header and the log line.' }),
      param: Type.Optional(Type.String({ description: 'The field or parameter at fault.' })),
      details: Type.Optional(Type.Record(Type.Unknown())),
    }),
  },
  { title: 'Error' },
);
export type ErrorBody = Static<typeof ErrorBody>;
