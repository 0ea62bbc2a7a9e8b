import { findFault, type Schema, type Static, scenarios, Type } from '@pandect/contract';

const Patterns = Type.Array(Type.String({ minLength: 1 }), { minItems: 1 });
const Groups = Type.Array(Patterns, { minItems: 1 });

export const scopes = ['sentence', 'neighbours', 'paragraph', 'text'] as const;
export type WayScope = (typeof scopes)[number];

const strict = { additionalProperties: false } as const;

const WayFile = Type.Object(
  {
    all: Type.Optional(Groups),
    within: Type.Optional(Type.Enum(scopes)),
    unless: Type.Optional(Type.Array(Type.String())),
    unlessText: Type.Optional(Type.Array(Type.String())),
    polarity: Type.Optional(Type.Enum(['asserted', 'any'])),
    kind: Type.Optional(Type.String()),
    given: Type.Optional(Groups),
    missing: Type.Optional(Patterns),
  },
  strict,
);
export type WayFile = Static<typeof WayFile>;

/** A rule as it is written; rulepacks/README.md says what each member means. */
export const RuleFile = Type.Object(
  {
    id: Type.String({ minLength: 3, maxLength: 64 }),
    scenarios: Type.Array(Type.Enum(scenarios), { minItems: 1 }),
    title: Type.String({ minLength: 5, maxLength: 100 }),
    details: Type.String({ minLength: 40, maxLength: 1200 }),
    severity: Type.Enum(['blocking', 'material', 'advisory']),
    confidence: Type.Enum(['high', 'medium', 'low']),
    citations: Type.Array(Type.String(), { minItems: 1, maxItems: 6 }),
    yieldsTo: Type.Optional(Type.Array(Type.String())),
    ways: Type.Array(WayFile, { minItems: 1 }),
    examples: Type.Object(
      {
        flagged: Type.Array(Type.String({ minLength: 1 })),
        beyond: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
        silent: Type.Array(Type.String({ minLength: 1 })),
      },
      strict,
    ),
  },
  strict,
);
export type RuleFile = Static<typeof RuleFile>;
/** What screening needs of a rule: its examples stay in the file. */
export type Rule = Omit<RuleFile, 'examples'>;

export const KindFile = Type.Object({ atLeast: Type.Integer({ minimum: 1 }), of: Patterns }, strict);
export type KindFile = Static<typeof KindFile>;

export const DisownedFile = Type.Object({ sentence: Patterns, previous: Patterns, list: Patterns }, strict);
export type DisownedFile = Static<typeof DisownedFile>;

export type Priority = 'p1' | 'p2' | 'p3';

/** p1 needs both: a blocking matter and high confidence that it is there. */
export function priorityOf({ severity, confidence }: Pick<Rule, 'severity' | 'confidence'>): Priority {
  if (severity === 'blocking') return confidence === 'high' ? 'p1' : 'p2';
  if (severity === 'material') return confidence === 'low' ? 'p3' : 'p2';
  return 'p3';
}

/** How sure a finding of this rule is, as a figure for the reply. */
export const confidenceFigures: Readonly<Record<Rule['confidence'], number>> = {
  high: 0.9,
  medium: 0.7,
  low: 0.5,
};

/** `12-cfr-1006-6(b)(1)(i)`: the document and the paragraphs in it. */
export function splitCitation(citation: string): {
  readonly externalId: string;
  readonly path: readonly string[];
} {
  const bracket = citation.indexOf('(');
  if (bracket < 0) return { externalId: citation, path: [] };
  return {
    externalId: citation.slice(0, bracket),
    path: citation.slice(bracket + 1, -1).split(')('),
  };
}

/** A rule pack file that cannot be used; the message names file, member and fault. */
export class RulePackError extends Error {}

/** The value of a file, once it has the form it should have. */
export function checked<T>(file: string, schema: Schema<T>, value: unknown): T {
  const fault = findFault(schema, value);
  if (fault) throw new RulePackError(`${file}: ${fault.path || 'the file'} ${fault.problem}`);
  return value as T; // findFault has just said so
}
