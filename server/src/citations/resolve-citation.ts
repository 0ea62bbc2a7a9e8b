import { cfrSectionSlug, regulationName, uscSectionSlug } from '../corpus/cfr-parts.ts';
import { actOf } from '../corpus/usc-acts.ts';
import type { Cited } from './find-citations.ts';
import { famousSections, knownActs } from './known-acts.ts';

/** What a citation means: documents by externalId with a paragraph in them, or a body of law. */
export type Resolved =
  | {
      readonly kind: 'provision';
      /** In order of preference: a bare `1005.11` may stand in several titles. */
      readonly externalIds: readonly string[];
      readonly path: readonly string[];
    }
  | { readonly kind: 'scope'; readonly scope: Scope };

/** A part or an Act with the parts under it. */
export interface Scope {
  /** `title/part` */
  readonly cfr: readonly string[];
  /** Names in `usc-acts.ts`. */
  readonly acts: readonly string[];
}

/** Titles in which a number without a title is looked for, the most cited first. */
const usualTitles = [12, 31, 16, 17, 24, 32, 47, 13];

/** A regulation letter may be the Board's, the Bureau's or the SEC's: the Bureau's parts come first. */
const letteredParts: readonly (readonly [title: number, part: number])[] = [
  ...range(1001, 1099).map((part) => [12, part] as const),
  ...range(201, 299).map((part) => [12, part] as const),
  ...range(210, 249).map((part) => [17, part] as const),
];

export function resolveCitation(cited: Cited): Resolved | undefined {
  switch (cited.kind) {
    case 'cfr': {
      const titles = cited.title === undefined ? usualTitles : [cited.title];
      const { part, section, paragraphs } = cited;
      if (section === undefined) {
        return { kind: 'scope', scope: { cfr: titles.map((title) => `${title}/${part}`), acts: [] } };
      }
      return {
        kind: 'provision',
        externalIds: titles.map((title) => cfrSectionSlug(title, `${part}.${section}`)),
        path: paragraphs,
      };
    }
    case 'usc':
      return {
        kind: 'provision',
        externalIds: [uscSectionSlug(cited.title, cited.section)],
        path: cited.paragraphs,
      };
    case 'regulation': {
      const name = `Regulation ${cited.letter}`;
      const cfr = letteredParts
        .filter(([title, part]) => regulationName(title, part) === name)
        .map(([title, part]) => `${title}/${part}`);
      return cfr.length === 0 ? undefined : { kind: 'scope', scope: { cfr, acts: [] } };
    }
    case 'act': {
      const act = knownActs[cited.act];
      return act && { kind: 'scope', scope: { cfr: act.cfr, acts: act.acts } };
    }
    case 'section': {
      const places =
        cited.act === undefined ? famousSections[cited.section] : actPlaces(cited.act, cited.section);
      if (!places) return undefined;
      return {
        kind: 'provision',
        externalIds: places.map((place) => place.replace('/', '-usc-').toLowerCase()),
        path: cited.paragraphs,
      };
    }
  }
}

function actPlaces(act: number, section: string): readonly string[] | undefined {
  const place = knownActs[act]?.sections?.[section];
  return place === undefined ? undefined : [place];
}

/** The body of law a document belongs to, by its externalId: `12/1026`, or the name of an Act. */
export function lawOf(externalId: string): string | undefined {
  const cfr = /^(\d+)-cfr-(\d+[a-z]?)(?:-|$)/.exec(externalId);
  if (cfr) return `${cfr[1]}/${cfr[2]}`;
  const usc = /^(\d+)-usc-(.+)$/.exec(externalId);
  return usc ? actOf(Number(usc[1]), usc[2] ?? '')?.name : undefined;
}

/** Whether a document of that body of law is in a scope. */
export function scopeHolds({ cfr, acts }: Scope, law: string | undefined): boolean {
  return law !== undefined && (cfr.includes(law) || acts.includes(law));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
