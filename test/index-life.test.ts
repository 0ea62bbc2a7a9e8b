import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deserialiseDocument } from '../server/src/corpus/serialised-document.ts';
import { openIndexService } from '../server/src/index-service.ts';
import { countEmbedded, embedMissing } from '../server/src/retrieval/embedder.ts';
import { IndexFolder } from '../server/src/retrieval/index-folder.ts';
import { IndexKeeper } from '../server/src/retrieval/index-keeper.ts';
import type { SearchState } from '../server/src/retrieval/search-state.ts';
import { StateSearch } from '../server/src/retrieval/state-search.ts';
import { VectorArchive } from '../server/src/retrieval/vector-archive.ts';
import { VectorKeeper } from '../server/src/retrieval/vector-keeper.ts';
import { dimensions, type Encoder, passageText } from '../server/src/search/encoder.ts';
import { openStores, type Stores } from '../server/src/services.ts';
import { tryIndexLock } from '../server/src/store/index-lock.ts';
import { importExamples } from './fixtures/corpus.ts';

// Each of these starts many processes or imports; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 });

/** Example documents by name, each with a word of its own. */
const about = (...words: string[]) =>
  words.map((word) => ({
    externalId: `doc-${word}`,
    body: `(a) **Purpose.** This part is about ${word}.\n\n(b) **Scope.** It covers every bank that keeps ${word}.`,
  }));

let folder: string;
let stores: Stores;
let state: SearchState | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pandect-index-'));
  stores = await openStores({ dataDir: folder, databaseUrl: undefined, databasePool: 1 });
  state = undefined;
});
afterEach(async () => {
  await stores.database.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = () =>
  openIndexService({
    dataDir: folder,
    corpus: stores.corpus,
    vectors: false,
    onState: (given) => {
      state = given;
    },
  });
const add = (...words: string[]) => importExamples(folder, stores, about(...words));
const remove = (...words: string[]) =>
  stores.corpus.remove(
    words.map((word) => `doc-${word}`),
    1,
  );
const search = async (question: string) => {
  if (!state) throw new Error('there is no state yet');
  return new StateSearch(state).search({ question, limit: 50, filters: {}, precision: false });
};
const found = async (question: string) => [...new Set((await search(question)).map(({ key }) => key))].sort();
const files = () =>
  readdirSync(join(folder, 'index'))
    .filter((name) => name.endsWith('.words'))
    .sort();
const spoil = (name: string) => {
  const path = join(folder, 'index', name);
  const bytes = readFileSync(path);
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 255;
  writeFileSync(path, bytes);
};

describe('an index folder', () => {
  it('takes in what the store has, then only what changed', async () => {
    await add('apple', 'pear');
    const service = await open();
    expect(await service.update()).toEqual({ added: 2, changed: true });
    expect(await found('apple')).toEqual(['doc-apple']);
    const [first = ''] = files();
    const written = statSync(join(folder, 'index', first)).mtimeMs;

    await importExamples(folder, stores, [
      { externalId: 'doc-pear', title: 'Another', body: '(a) **Purpose.** About quince.' },
    ]);
    expect(await service.update()).toEqual({ added: 1, changed: true });
    expect(await found('quince')).toEqual(['doc-pear']);
    expect(await found('pear')).toEqual([]);
    expect(files()).toHaveLength(2);
    expect(statSync(join(folder, 'index', first)).mtimeMs).toBe(written);
    expect(await service.update()).toEqual({ added: 0, changed: false });
  });

  it('forgets what is removed, and takes it up again without indexing it anew', async () => {
    await add('apple', 'pear', 'plum');
    const service = await open();
    await service.update();
    await remove('pear');
    expect(await service.update()).toEqual({ added: 0, changed: true });
    expect(await found('purpose')).toEqual(['doc-apple', 'doc-plum']);
    await add('pear');
    expect(await service.update()).toEqual({ added: 0, changed: true });
    expect(await found('pear')).toEqual(['doc-pear']);
  });

  it('is opened by the next process as it is', async () => {
    await add('apple');
    await (await open()).update();
    const before = files();
    const next = await open();
    expect(await next.update()).toEqual({ added: 0, changed: false });
    expect(await found('apple')).toEqual(['doc-apple']);
    expect(files()).toEqual(before);
  });

  it.each(['.words', '.places'])(
    'makes a damaged %s file anew from the store, and no other',
    async (ending) => {
      await add('apple');
      const service = await open();
      await service.update();
      const [sound = ''] = files();
      await add('pear');
      await service.update();
      const harmed = files().find((name) => name !== sound) ?? '';
      spoil(harmed.replace('.words', ending));
      const next = await open();
      expect(await next.update()).toEqual({ added: 1, changed: true });
      expect(await found('purpose')).toEqual(['doc-apple', 'doc-pear']);
      expect(files()).toContain(sound);
      expect(files()).not.toContain(harmed);
    },
  );

  it('makes everything anew where the manifest is damaged or of another version', async () => {
    await add('apple', 'pear');
    await (await open()).update();
    spoil('manifest');
    expect(await (await open()).update()).toEqual({ added: 2, changed: true });
    writeFileSync(join(folder, 'index', 'manifest'), 'pandect index 0.old abc\n{}');
    expect(await (await open()).update()).toEqual({ added: 2, changed: true });
    expect(files()).toHaveLength(1);
  });

  it('belongs to one builder at a time; another process takes up what it wrote', async () => {
    await add('apple');
    const unlock = tryIndexLock(folder);
    const waiting = await open();
    expect(await waiting.update()).toBeUndefined();
    expect(state).toBeUndefined();
    unlock?.();
    await (await open()).update();
    state = undefined;
    waiting.takeUp();
    expect(await found('apple')).toEqual(['doc-apple']);
  });

  it('stays small however many imports there are, and ranks as one built whole', async () => {
    const service = await open();
    const words = Array.from({ length: 10 }, (_, at) => `fruit${String.fromCharCode(97 + at)}`);
    for (const word of words) {
      await add(word);
      await service.update();
    }
    expect(files().length).toBeLessThanOrEqual(8);
    const grown = (await search('every bank fruita fruitb')).map(({ key, startByte, score }) => [
      key,
      startByte,
      score,
    ]);
    rmSync(join(folder, 'index'), { recursive: true });
    await (await open()).update();
    expect(files()).toHaveLength(1);
    const whole = (await search('every bank fruita fruitb')).map(({ key, startByte, score }) => [
      key,
      startByte,
      score,
    ]);
    expect(grown).toEqual(whole);
  });

  it('holds the bytes, revision and path of every chunk, after merges too', async () => {
    const service = await open();
    for (const word of ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8', 'i9', 'j10']) {
      await add(word);
      await service.update();
    }
    for (const { key, revision, startByte, endByte, sectionPath } of await search('purpose scope bank')) {
      const entry = (await stores.corpus.currentTexts()).find(({ externalId }) => externalId === key);
      const document = await stores.corpus.readSerialised(entry?.documentId ?? '', revision);
      const chunk =
        document && deserialiseDocument(document).chunks.find((one) => one.startByte === startByte);
      expect(chunk).toMatchObject({ endByte, sectionPath });
    }
  });
});

describe('vectors', () => {
  const embeddedTexts: string[] = [];
  /** Counts what it is asked; a vector that depends on the text. */
  const encoder: Encoder = {
    version: 'test.1',
    embedQuery: async () => new Int8Array(dimensions).fill(1),
    async embedPassage(line, text) {
      const passage = passageText(line, text);
      embeddedTexts.push(passage);
      return Int8Array.from({ length: dimensions }, (_, at) => passage.charCodeAt(at % passage.length) % 127);
    },
  };
  function openWithVectors() {
    const indexFolder = IndexFolder.in(folder);
    const archive = new VectorArchive(indexFolder.path, encoder.version);
    const keeper = new VectorKeeper(archive, { knownVector: () => undefined });
    const index = new IndexKeeper({
      folder: indexFolder,
      corpus: stores.corpus,
      tryLock: () => tryIndexLock(folder),
      vectors: keeper,
      onState: (given) => {
        state = given;
      },
    });
    const embed = async (goOn: () => boolean = () => true) => {
      archive.prepare();
      return embedMissing({
        segments: index.embeddable(),
        corpus: stores.corpus,
        archive,
        keeper,
        shared: undefined,
        encoder: async () => encoder,
        goOn,
        onEmbedded: () => {},
      });
    };
    return { index, keeper, archive, embed, progress: () => countEmbedded(index.embeddable()) };
  }
  const archiveFile = () => join(folder, 'index', `vectors-${encoder.version}`);
  beforeEach(() => {
    embeddedTexts.length = 0;
  });

  it('are made once for each passage, through merges, restarts, removals and returns', async () => {
    const first = openWithVectors();
    for (const word of ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8', 'i9', 'j10']) {
      await add(word);
      await first.index.update();
      await first.embed();
    }
    await remove('c3');
    await first.index.update();
    await add('c3');
    const next = openWithVectors();
    await next.index.update();
    expect(await next.embed()).toBe(true);
    const { embedded, total } = next.progress();
    expect(embedded).toBe(total);
    expect(new Set(embeddedTexts).size).toBe(embeddedTexts.length);
    expect(embeddedTexts).toHaveLength(total);
  });

  it('are made once for the same passage of two documents that come together', async () => {
    const { index, embed, progress } = openWithVectors();
    const body = '(a) **Purpose.** The same words in both.';
    await importExamples(folder, stores, [
      { externalId: 'doc-one', title: 'Same', body },
      { externalId: 'doc-two', title: 'Same', body },
    ]);
    await index.update();
    await embed();
    expect(progress().embedded).toBe(progress().total);
    expect(new Set(embeddedTexts).size).toBe(embeddedTexts.length);
    expect(embeddedTexts.length).toBeLessThan(progress().total);
  });

  it('appear in the state that queries use already, without a new one', async () => {
    const { index, embed } = openWithVectors();
    await add('apple');
    await index.update();
    const rows = state?.vectors?.[0];
    expect(rows?.present.includes(1)).toBe(false);
    await embed();
    expect(rows?.present.includes(0)).toBe(false);
  });

  it('are taken up by another process of the folder', async () => {
    const one = openWithVectors();
    await add('apple');
    await one.index.update();
    const other = openWithVectors();
    other.index.takeUp();
    await one.embed();
    expect(other.progress().embedded).toBe(0);
    other.keeper.takeUp();
    expect(other.progress()).toEqual(one.progress());
  });

  it('that were half written or damaged are made again, and only those', async () => {
    const first = openWithVectors();
    await add('apple', 'pear');
    await first.index.update();
    await first.embed();
    const made = embeddedTexts.length;
    const bytes = readFileSync(archiveFile());
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    writeFileSync(archiveFile(), bytes.subarray(0, bytes.length - 3));
    const next = openWithVectors();
    await next.index.update();
    await next.embed();
    expect(embeddedTexts).toHaveLength(made + 2);
    expect(next.progress().embedded).toBe(made);
    expect(openWithVectors().archive.bytes % 276).toBe(0);
  });

  it('are kept as far as they got when the making is stopped', async () => {
    const { index, embed, progress } = openWithVectors();
    await add('apple', 'pear', 'plum');
    await index.update();
    let left = 2;
    expect(await embed(() => left-- > 0)).toBe(false);
    expect(progress().embedded).toBe(2);
    expect(await embed()).toBe(true);
    expect(new Set(embeddedTexts).size).toBe(embeddedTexts.length);
  });
});
