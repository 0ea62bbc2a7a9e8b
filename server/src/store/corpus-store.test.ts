import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { exampleMarkdown } from '../../../test/fixtures/corpus.ts';
import { createDatabase } from '../../../test/postgres.ts';
import { batchOf, type DocumentBatch } from '../corpus/document-batch.ts';
import { documentId } from '../corpus/document-id.ts';
import { prepareDocument } from '../corpus/prepared-document.ts';
import { deserialiseDocument } from '../corpus/serialised-document.ts';
import { flattenOutline } from '../ingest/flatten-outline.ts';
import { readPandectMarkdown } from '../ingest/read-pandect-markdown.ts';
import { newUlid } from '../new-ulid.ts';
import { openStores, type Stores } from '../services.ts';

const kinds = inject('postgresUrl') === '' ? ['sqlite'] : ['sqlite', 'postgres'];

function example(externalId: string, body?: string) {
  const markdown = exampleMarkdown({ externalId, ...(body !== undefined && { body }) });
  const bytes = new TextEncoder().encode(markdown);
  return [...readPandectMarkdown.read({ name: `${externalId}.md`, bytes })].map((outline) =>
    prepareDocument(flattenOutline(outline)),
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

  const put = (sha256: string, batch: DocumentBatch, now: number) =>
    stores.corpus.importWhole([{ name: sha256, format: 'test', sha256, readers: '1', batch }], now);
  const published = async () =>
    (await stores.corpus.allRevisions(undefined, 10)).map(({ externalId }) => externalId).sort();

  it('brings back every part of a document as it went in', async () => {
    const { corpus } = stores;
    const [document] = example('one');
    await put('small', batchOf(example('one')), 1);
    const stored = await corpus.readSerialised(documentId('one'), 1);
    expect(stored && deserialiseDocument(stored)).toEqual({ ...document, bytes: expect.anything() });
    expect(Buffer.from(stored?.bytes ?? [])).toEqual(Buffer.from(document?.bytes ?? []));
    expect(await corpus.readRevision(documentId('one'), 1)).toMatchObject({
      container: document?.container,
      label: document?.label,
      tableOfContents: document?.tableOfContents,
    });
  });

  it('reads a slice of a text of many pieces, and nothing of what is stored behind it', async () => {
    const { corpus } = stores;
    const line = (i: number) => `Paragraph ${i} — of a long text, with a word or two more.`;
    const body = Array.from({ length: 3000 }, (_, i) => line(i)).join('\n\n');
    const [long] = example('long', body);
    const whole = Buffer.from(long?.bytes ?? []);
    await put('long', batchOf(long ? [long] : []), 1);
    for (const [start, end] of [
      [0, 10],
      [40_000, 90_000],
      [whole.length - 5, whole.length],
      [whole.length - 5, whole.length + 999],
    ] as const) {
      const { from, bytes } = await corpus.readText(documentId('long'), 1, start, end);
      expect(Buffer.from(bytes).subarray(start - from, end - from)).toEqual(whole.subarray(start, end));
    }
  });

  it('the same words again are no new revision; other words are', async () => {
    const { corpus } = stores;
    expect(await put('a', batchOf(example('one')), 1)).toEqual(['added']);
    expect(await put('b', batchOf(example('one')), 2)).toEqual(['unchanged']);
    const generation = await corpus.generation();
    const changed = batchOf([...example('one', 'Other words.'), ...example('two')]);
    expect(await put('c', changed, 3)).toEqual(['changed', 'added']);
    expect(await corpus.generation()).toBe(generation + 1);
    expect((await corpus.listRevisions(documentId('one'))).map(({ revision }) => revision)).toEqual([2, 1]);
  });

  it('leaves nothing of a file that cannot be stored whole', async () => {
    const { corpus } = stores;
    const batch = batchOf([...example('one'), ...example('two')]);
    const spoilt = { ...batch, rows: batch.rows.replace('"two","official"', '"two",null') };
    await expect(put('spoilt', spoilt, 1)).rejects.toThrow();
    expect(await published()).toEqual([]);
    expect(await corpus.isImported('spoilt', '1')).toBe(false);
    expect(await corpus.generation()).toBe(0);
  });

  it('takes many files at once, a later one on top of an earlier', async () => {
    const { corpus } = stores;
    const file = { name: 'x', format: 'test', readers: '1' };
    const outcomes = await corpus.importWhole(
      [
        { ...file, sha256: 'a', batch: batchOf(example('one')) },
        { ...file, sha256: 'b', batch: batchOf(example('one', 'Other words.')) },
        { ...file, sha256: 'c', batch: batchOf(example('one')) },
      ],
      1,
    );
    expect(outcomes).toEqual(['added', 'changed', 'unchanged']);
    expect(await corpus.generation()).toBe(1);
    const [entry] = (await corpus.changesSince(0, 1)).entries;
    expect(entry?.revision).toBe(2);
  });

  it('takes the word of a source key for a document it holds, and for no other', async () => {
    const { corpus } = stores;
    const [one] = example('one');
    await put('a', batchOf(one ? [{ ...one, sourceKey: 'k1', editionDate: '2030-01-01' }] : []), 1);
    expect(await corpus.sourceKeys()).toEqual(new Map([['k1', 'one']]));
    const stored = (sourceKey: string) => ({
      ...batchOf([]),
      stored: [{ externalId: 'one', editionDate: '2031-01-01', sourceKey }],
    });
    await expect(put('b', stored('k2'), 2)).rejects.toThrow();
    expect(await corpus.isImported('b', '1')).toBe(false);
    expect(await put('c', stored('k1'), 3)).toEqual(['unchanged']);
    expect(await corpus.listRevisions(documentId('one'))).toMatchObject([
      { revision: 1, editionDate: '2031-01-01' },
    ]);
  });

  it('imports that run at once all go in', async () => {
    const { corpus } = stores;
    const names = Array.from({ length: 8 }, (_, i) => `n${i}`);
    await Promise.all(names.map((name) => put(name, batchOf(example(name)), 1)));
    expect(await published()).toEqual(names);
    expect((await corpus.changesSince(0, 1)).entries).toHaveLength(8);
  });
});
