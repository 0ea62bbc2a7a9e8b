import type { Category } from '../corpus/document.ts';
import { markersOf, type WikiPage, wikiParts } from './wiki.ts';

/** How far down the chain of authority a source stands; a playbook goes down it once. */
const ranks: Readonly<Record<Category, number>> = {
  statute: 0,
  regulation: 1,
  sroRule: 1,
  interpretiveAction: 2,
  interagencyGuidance: 2,
  agencyGuidance: 2,
  examinationHandbook: 2,
};
const words = { atLeast: 400, atMost: 1200 };

/** Everything wrong with a playbook; `categoryOf` says what a source is, undefined where it is unknown. */
export function wikiFaults(
  wiki: WikiPage,
  categoryOf: (externalId: string) => Category | undefined,
): string[] {
  const faults: string[] = [];
  const headings = [...wiki.body.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
  if (headings.join('|') !== wikiParts.join('|')) faults.push(`its parts are ${headings.join(', ')}`);
  const markers = markersOf(wiki.body);
  if (markers.join(' ') !== wiki.sources.join(' ')) {
    faults.push('its sources are not its markers in order of first appearance');
  }
  const broken = wiki.body
    .match(/\[Source:[^\]]*[^a-z0-9\]-][^\]]*\]/g)
    ?.filter((one) => !/^\[Source: [a-z0-9-]+\]$/.test(one));
  if (broken?.length) faults.push(`the marker ${broken[0]} is malformed`);
  let reached = 0;
  for (const source of wiki.sources) {
    const category = categoryOf(source);
    if (category === undefined) {
      faults.push(`the source ${source} is in no document`);
      continue;
    }
    if (ranks[category] < reached)
      faults.push(`the source ${source} (${category}) comes after a lesser authority`);
    reached = Math.max(reached, ranks[category]);
  }
  const count =
    wiki.body.replace(/\[Source:[^\]]*\]/g, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}'’.,%$-]*/gu)?.length ?? 0;
  if (count < words.atLeast || count > words.atMost) {
    faults.push(`its body has ${count} words; ${words.atLeast} to ${words.atMost} are wanted`);
  }
  return faults;
}
