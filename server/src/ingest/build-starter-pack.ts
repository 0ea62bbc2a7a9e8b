import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDocument } from '../corpus/prepared-document.ts';
import { flattenOutline } from './flatten-outline.ts';
import { writePack } from './pack.ts';
import { readPandectMarkdown } from './read-pandect-markdown.ts';

/** The starter corpus as one pack. Loaded only when it must be made: a start does not need this code. */
export async function buildStarterPack(sourceDir: string, names: readonly string[]): Promise<Uint8Array> {
  return writePack(
    names.flatMap((name) => {
      const bytes = readFileSync(join(sourceDir, name));
      return [...readPandectMarkdown.read({ name, bytes })].map((outline) =>
        prepareDocument(flattenOutline(outline)),
      );
    }),
  );
}
