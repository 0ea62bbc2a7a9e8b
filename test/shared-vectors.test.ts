import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { newUlid } from '../server/src/new-ulid.ts';
import { countEmbedded, embedMissing } from '../server/src/retrieval/embedder.ts';
import { IndexFolder } from '../server/src/retrieval/index-folder.ts';
import { IndexKeeper } from '../server/src/retrieval/index-keeper.ts';
import { takeShared } from '../server/src/retrieval/shared-vectors.ts';
import { VectorArchive } from '../server/src/retrieval/vector-archive.ts';
import { VectorKeeper } from '../server/src/retrieval/vector-keeper.ts';
import { dimensions, type Encoder, passageText } from '../server/src/search/encoder.ts';
import { openStores, type Stores } from '../server/src/services.ts';
import { tryIndexLock } from '../server/src/store/index-lock.ts';
import { importExamples } from './fixtures/corpus.ts';
import { createDatabase } from './postgres.ts';

vi.setConfig({ testTimeout: 180_000 });

describe.skipIf(inject('postgresUrl') === '')('servers of one PostgreSQL, each with its own folder', () => {
  let root: string;
  let stores: Stores;
  const embeddedTexts: string[] = [];
  beforeEach(async () => {
    embeddedTexts.length = 0;
    root = mkdtempSync(join(tmpdir(), 'pandect-shared-'));
    const databaseUrl = await createDatabase(inject('postgresUrl'), `v_${newUlid().toLowerCase()}`);
    stores = await openStores({ dataDir: root, databaseUrl, databasePool: 4 });
    const documents = Array.from({ length: 60 }, (_, at) => ({
      externalId: `doc-${at}`,
      body: `(a) **Purpose.** Fruit number ${at}.\n\n(b) **Scope.** Every bank that keeps fruit ${at}.`,
    }));
    await importExamples(root, stores, documents);
  });
  afterEach(async () => {
    await stores.database.close();
    rmSync(root, { recursive: true, force: true });
  });

  /** Counts what it is asked; a vector that depends on the text, negative numbers too. */
  const encoderOf = (version: string): Encoder => ({
    version,
    embedQuery: async () => new Int8Array(dimensions),
    async embedPassage(line, text) {
      const passage = passageText(line, text);
      embeddedTexts.push(passage);
      return Int8Array.from({ length: dimensions }, (_, at) => passage.charCodeAt(at % passage.length) - 100);
    },
  });

  async function startNode(name: string, version = 'test.1') {
    const dataDir = join(root, name);
    const folder = IndexFolder.in(dataDir);
    const archive = new VectorArchive(folder.path, version);
    archive.prepare();
    const keeper = new VectorKeeper(archive, { knownVector: () => undefined });
    const index = new IndexKeeper({
      folder,
      corpus: stores.corpus,
      tryLock: () => tryIndexLock(dataDir),
      vectors: keeper,
      onState: () => {},
    });
    await index.update();
    const segments = index.embeddable();
    const { sharedVectors: shared } = stores;
    if (!shared) throw new Error('PostgreSQL shares vectors');
    const parts = { segments, archive, keeper, shared };
    return {
      take: () => takeShared(parts),
      embed: (goOn = () => true) =>
        embedMissing({
          ...parts,
          corpus: stores.corpus,
          encoder: async () => encoderOf(version),
          goOn,
          onEmbedded: () => {},
        }),
      progress: () => countEmbedded(segments),
      rows: () => segments.map(({ vectors }) => Buffer.from(vectors.vectors).toString('hex')),
    };
  }

  it('a new node takes all vectors from the store, byte for byte, and makes none', async () => {
    const first = await startNode('first');
    expect(await first.embed()).toBe(true);
    const made = embeddedTexts.length;
    expect(made).toBe(first.progress().total);

    const second = await startNode('second');
    expect(await second.take()).toBe(made);
    expect(second.progress()).toEqual(first.progress());
    expect(second.rows()).toEqual(first.rows());
    expect(await second.embed()).toBe(true);
    expect(embeddedTexts).toHaveLength(made);
  });

  it('nodes at work at once end with the same vectors', async () => {
    const nodes = await Promise.all(['one', 'two', 'three'].map((name) => startNode(name)));
    expect(await Promise.all(nodes.map((node) => node.embed()))).toEqual([true, true, true]);
    const [total = 0] = nodes.map((node) => node.progress().total);
    for (const node of nodes) expect(node.progress()).toEqual({ embedded: total, total });
    expect(new Set(nodes.map((node) => node.rows().join())).size).toBe(1);
  });

  it('what was made before a stop is there for the others', async () => {
    const first = await startNode('first');
    let left = 5;
    expect(await first.embed(() => left-- > 0)).toBe(false);
    const second = await startNode('second');
    expect(await second.embed()).toBe(true);
    expect(embeddedTexts).toHaveLength(second.progress().total);
    expect(await (await startNode('third')).take()).toBe(second.progress().total);
  });

  it('vectors of another encoder are not taken', async () => {
    await (await startNode('first')).embed();
    expect(await (await startNode('second', 'test.2')).take()).toBe(0);
  });
});
