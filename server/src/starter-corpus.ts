import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltAhead, builtAhead } from './built-ahead.ts';
import type { CorpusStore } from './corpus/corpus-store.ts';
import { batchOf } from './corpus/document-batch.ts';
import type { PreparedDocument } from './corpus/prepared-document.ts';
import { openIndexService } from './index-service.ts';
import { readersVersion } from './ingest/readers-version.ts';
import { indexFolderName } from './retrieval/index-folder.ts';
import { indexVersion } from './retrieval/index-version.ts';
import { nowSeconds, openStores } from './services.ts';
import { schemaVersion } from './store/migrations.ts';
import type { WikiPage } from './wikis/wiki.ts';
import { createWikiShelf, type WikiShelf } from './wikis/wiki-shelf.ts';

const root = join(import.meta.dirname, '..', '..');
/** What is built from the program's own texts lies in the installation, beside its dependencies. */
export const builtAheadDir = join(root, 'node_modules', '.cache', 'pandect');
const cacheDir = builtAheadDir;
const storeName = 'pandect.sqlite';

let starter: Promise<BuiltAhead> | undefined;

/** The sources are looked at once per process: a start asks for them twice. */
function starterPack(): Promise<BuiltAhead> {
  starter ??= builtAhead({
    sourceDir: join(root, 'corpus'),
    cacheDir,
    name: 'starter.pack.gz',
    // The second number is that of the pack's own form.
    builder: `${readersVersion}.3`,
    build: async (...sources) =>
      (await import('./ingest/build-starter-pack.ts')).buildStarterPack(...sources),
  });
  return starter;
}

/** Puts the starter corpus into a store that does not have this version of it. Says how many documents went in. */
export async function ensureStarterCorpus(corpus: CorpusStore): Promise<number> {
  return importPack(corpus, await starterPack());
}

/** The documents of the starter corpus, as they are stored. */
export async function readStarterDocuments(): Promise<readonly PreparedDocument[]> {
  return documentsOf(await starterPack());
}

async function documentsOf(pack: BuiltAhead): Promise<readonly PreparedDocument[]> {
  const [{ readPack }, { unpack }] = await Promise.all([
    import('./ingest/pack.ts'),
    import('./ingest/unpack.ts'),
  ]);
  return readPack(unpack(await pack.bytes()));
}

async function importPack(corpus: CorpusStore, pack: BuiltAhead): Promise<number> {
  if (await corpus.isImported(pack.version, 'starter')) return 0;
  const documents = await documentsOf(pack);
  const file = {
    name: 'starter corpus',
    format: 'pandect-pack',
    sha256: pack.version,
    readers: 'starter',
    batch: batchOf(documents),
  };
  await corpus.importWhole([file], nowSeconds());
  return documents.length;
}

/**
 * A new data folder begins with copies of a SQLite store that holds the starter corpus already and of its search
 * index: copying takes a few milliseconds, importing and indexing some hundred. Where no copy can be kept, the
 * import and the indexer do it. On PostgreSQL it is the index alone: it holds what any store has of these texts.
 */
export async function seedDataFolder(dataDir: string, withStore: boolean): Promise<void> {
  const wantsStore = withStore && !existsSync(join(dataDir, storeName));
  const wantsIndex = !existsSync(join(dataDir, indexFolderName));
  if (!wantsStore && !wantsIndex) return;
  const template = await buildStarterTemplate();
  if (template === undefined) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (wantsIndex) copyInto(dataDir, join(template, indexFolderName), indexFolderName);
  if (wantsStore) copyInto(dataDir, join(template, storeName), storeName);
}

function copyInto(dataDir: string, from: string, name: string): void {
  const draft = join(dataDir, `${name}.new`);
  rmSync(draft, { recursive: true, force: true });
  cpSync(from, draft, { recursive: true });
  renameSync(draft, join(dataDir, name));
}

/** The folder to copy, made where it is not there: part of setting up, and of the first start otherwise. */
export async function buildStarterTemplate(): Promise<string | undefined> {
  const pack = await starterPack();
  const name = `starter-${pack.version.slice(0, 16)}-${schemaVersion}-${indexVersion()}`;
  const template = join(cacheDir, name);
  if (existsSync(template)) return template;
  const workDir = join(cacheDir, `building-${process.pid}`);
  try {
    const { corpus, database } = await openStores({
      dataDir: workDir,
      databaseUrl: undefined,
      databasePool: 1,
    });
    await importPack(corpus, pack);
    await (await openIndexService({ dataDir: workDir, corpus, vectors: false })).update();
    await database.close();
    renameSync(workDir, template);
    for (const old of readdirSync(cacheDir)) {
      // Templates of older versions; the pack beside them has another ending.
      if (/^starter-/.test(old) && old !== name) rmSync(join(cacheDir, old), { recursive: true });
    }
    return template;
  } catch {
    return undefined; // a read-only installation: the starter corpus is imported instead
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** The playbooks this program ships. */
export async function loadWikis(): Promise<WikiShelf> {
  const built = await builtAhead({
    sourceDir: join(root, 'wikis'),
    cacheDir,
    name: 'wikis.json',
    builder: '1',
    async build(sourceDir, names) {
      const { parseWiki } = await import('./wikis/parse-wiki.ts');
      const pages = names.map((name) => parseWiki(name, readFileSync(join(sourceDir, name), 'utf8')));
      return Buffer.from(JSON.stringify(pages));
    },
  });
  const pages: WikiPage[] = JSON.parse(Buffer.from(await built.bytes()).toString('utf8'));
  return createWikiShelf(built.version, pages);
}
