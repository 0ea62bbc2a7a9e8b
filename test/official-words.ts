import { join } from 'node:path';
import { findFiles } from '../server/src/ingest/find-files.ts';
import type { Block, Outline } from '../server/src/ingest/outline.ts';
import { prepareFile } from '../server/src/ingest/prepare-file.ts';

/** A run this long is taken, not chanced upon: terms of art and fixed phrases stay well below it. */
const runWords = 12;

export interface OfficialText {
  readonly title: string;
  readonly text: string;
}

/** Official texts by externalId, every edition, read by the project's own readers; parts without a folder are passed over. */
export async function officialTexts(
  root: string,
  folders: ReadonlySet<string>,
): Promise<Map<string, OfficialText[]>> {
  const families = [
    'ecfr',
    'ecfr-title-12-rebuilt',
    'ecfr-title-12-text',
    'cfr-regml',
    'cfr-annual-2012',
    'uscode',
  ];
  const texts = new Map<string, OfficialText[]>();
  for (const { path, editionDate } of findFiles(families.map((family) => join(root, family)))) {
    if (!/\.gz$/.test(path) || !isWanted(path, folders)) continue;
    const prepared = await prepareFile({ path, editionDate });
    if ('refused' in prepared) throw new Error(`${path}: ${prepared.refused}`);
    for (const { facts, bytes } of prepared.documents) {
      const entry = { title: facts.title, text: Buffer.from(bytes).toString('utf8') };
      texts.set(facts.externalId, [...(texts.get(facts.externalId) ?? []), entry]);
    }
  }
  return texts;
}

/** CFR files are one part each and named by it; whole titles repeat the parts. */
function isWanted(path: string, folders: ReadonlySet<string>): boolean {
  if (/[/\\]titles[/\\]/.test(path)) return false;
  const part = /part-?(\d+)/.exec(path.replaceAll('\\', '/'))?.[1];
  if (part === undefined) return /uscode/.test(path);
  const title = /title-(\d+)[/\\]part/.exec(path)?.[1] ?? '12';
  return folders.has(`${title}-cfr-${part}`);
}

/** The runs of words a digest's paragraphs share with an official text, each once; the official title is anyone's. */
export function sharedRuns(digest: Outline, official: readonly OfficialText[]): string[] {
  const runs = new Set(digest.blocks.flatMap(textsOf).flatMap((text) => runsOf(wordsOf(text))));
  const shared = new Set<string>();
  for (const { title, text } of official) {
    const exempt = new Set(runsOf(wordsOf(title)));
    for (const run of runsOf(wordsOf(text))) if (runs.has(run) && !exempt.has(run)) shared.add(run);
  }
  return [...shared];
}

function textsOf(block: Block): string[] {
  if (block.kind === 'table') return [...block.headerRows, ...block.rows].map((row) => row.join(' '));
  // A heading may be the provision's own.
  return block.kind === 'heading' ? [] : [block.text];
}

/** Case and punctuation make no difference; `lender’s` and `250,000` are one word each. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replace(/['’]/g, '');
  return plain.replace(/(\d),(?=\d)/g, '$1').match(/[\p{L}\p{N}]+/gu) ?? [];
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(runWords - 1).map((_, index) => words.slice(index, index + runWords).join(' '));
}
