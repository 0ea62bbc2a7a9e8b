import type { WikiDomain } from '@pandect/contract';

/** A playbook as it is kept in memory: one per compliance activity. */
export interface WikiPage {
  readonly slug: string;
  readonly title: string;
  readonly domain: WikiDomain;
  readonly description: string;
  readonly updatedAt: number;
  /** externalIds in the order of the body, statute first. */
  readonly sources: readonly string[];
  readonly body: string;
}

/** The parts every playbook has, in this order: the chain of authority, then the work. */
export const wikiParts = ['Statute', 'Regulation', 'Examination and guidance', 'How to do it'] as const;

/** The source markers of a body, each once, in order of first appearance. */
export function markersOf(body: string): string[] {
  return [...new Set([...body.matchAll(/\[Source: ([a-z0-9-]+)\]/g)].map((match) => match[1] ?? ''))];
}
