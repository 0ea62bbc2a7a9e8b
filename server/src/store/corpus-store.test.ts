import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { exampleMarkdown } from '../../../test/fixtures/corpus.ts';
import { createDatabase } from '../../../test/postgres.ts';
import { prepareDocument } from '../corpus/prepared-document.ts';
import { serialiseDocument } from '../corpus/serialised-document.ts';
import { flattenOutline } from '../ingest/flatten-outline.ts';
import { readPandectMarkdown } from '../ingest/read-pandect-markdown.ts';
import { newUlid } from '../new-ulid.ts';
import { openStores, type Stores } from '../services.ts';

const kinds = inject('postgresUrl') === '' ? ['sqlite'] : ['sqlite', 'postgres'];

function example(externalId: string) {
  const bytes = new TextEncoder().encode(exampleMarkdown({ externalId }));
  return [...readPandectMarkdown.read({ name: `${externalId}.md`, bytes })].map((outline) =>
    serialiseDocument(prepareDocument(flattenOutline(outline))),
  );
}

describe.each(kinds)('imports on %s', (kind) => {
  let folder: string;
  let stores: Stores;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pandect-corpus-'));
    const databaseUrl =
      kind === 'postgres'
        ? await createDatabase(inject('postgresUrl'), `c_${newUlid().toLowerCase()}`)
        : undefined;
    stores = await openStores({ dataDir: folder, databaseUrl, databasePool: 5 });
  });
  afterEach(async () => {
    await stores.database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = (sha256: string) => ({ name: sha256, format: 'test', sha256, readers: '1' });
  const published = async () =>
    (await stores.corpus.allRevisions(undefined, 10)).map(({ externalId }) => externalId).sort();

  it('shows nothing of a file before it is published, then all of it', async () => {
    const { corpus } = stores;
    const importId = await corpus.beginImport(file('large'));
    await corpus.stage(importId, example('one'), 1);
    await corpus.stage(importId, example('two'), 1);
    expect(await published()).toEqual([]);
    expect(await corpus.isImported('large', '1')).toBe(false);
    await corpus.publish(importId, 2);
    expect(await published()).toEqual(['one', 'two']);
    expect(await corpus.isImported('large', '1')).toBe(true);
  });

  it('another import in between takes nothing away from one that is staged', async () => {
    const { corpus } = stores;
    const importId = await corpus.beginImport(file('large'));
    await corpus.stage(importId, example('one'), 1);
    await corpus.importWhole(file('starter'), example('two'), 1);
    await corpus.publish(importId, 2);
    expect(await published()).toEqual(['one', 'two']);
  });

  it('what an interrupted import had staged is dropped, and only that', async () => {
    const { corpus, database } = stores;
    await corpus.importWhole(file('small'), example('one'), 1);
    await corpus.stage(await corpus.beginImport(file('large')), example('two'), 1);
    await corpus.dropUnfinished();
    expect(await published()).toEqual(['one']);
    const [pieces] = await database.read('SELECT COUNT(*) AS count FROM text_pieces', []);
    expect(pieces?.count).toBe(1);
  });
});
