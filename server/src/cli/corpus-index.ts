import { readConfig } from '../config.ts';
import { type IndexService, openIndexService } from '../index-service.ts';
import type { EmbedProgress } from '../retrieval/embedder.ts';
import { type IndexSource, openIndexSource, openStores } from '../services.ts';
import { createProgressLine } from './progress-line.ts';

/** Another process that builds or embeds is looked at again after so long. */
const lookMs = 500;

/** `pandect corpus index`: what `serve` does in the background, now. */
export async function indexCommand(
  environment: NodeJS.ProcessEnv,
  options: { readonly wait: boolean },
): Promise<void> {
  const config = readConfig(environment);
  const stores = await openStores(config);
  try {
    const { service, update, seconds } = await updateNow(config.dataDir, stores, config.vectors);
    if (update) console.log(`${update.added} documents indexed; ${seconds.toFixed(1)} s`);
    else console.log('another process is building the index');
    if (!config.vectors) return;
    const { embedded, total } = service.progress();
    if (embedded === total) console.log(`all ${total} chunks have their vector`);
    else if (options.wait) await embedAll(service);
    else
      console.log(`${total - embedded} of ${total} chunks are to be embedded: by \`serve\`, or with --wait`);
  } finally {
    await stores.database.close();
  }
}

/**
 * What an import does at its end, so that its texts can be found before any server runs. A server that runs is not
 * waited for: it sees the new generation and indexes it within seconds, or takes up what this wrote.
 */
export async function indexAfterImport(config: {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}): Promise<string> {
  // On PostgreSQL each server keeps an index on its own disk: nobody would read this one.
  if (config.databaseUrl !== undefined) return 'each server indexes them for itself';
  const source = await openIndexSource(config);
  try {
    const { update, seconds } = await updateNow(config.dataDir, source, false);
    return update
      ? `${update.added} documents indexed; ${seconds.toFixed(1)} s`
      : 'the running server indexes them';
  } finally {
    await source.close();
  }
}

async function updateNow(
  dataDir: string,
  source: Pick<IndexSource, 'corpus' | 'sharedVectors'>,
  vectors: boolean,
) {
  const line = createProgressLine(process.stderr);
  const began = performance.now();
  const service = await openIndexService({
    dataDir,
    corpus: source.corpus,
    sharedVectors: source.sharedVectors,
    vectors,
    onProgress: (done, total) => line.show(`${done}/${total} documents indexed`),
  });
  const update = await service.update();
  line.end();
  return { service, update, seconds: (performance.now() - began) / 1000 };
}

async function embedAll(service: IndexService): Promise<void> {
  const line = createProgressLine(process.stderr);
  const before = service.progress();
  const began = performance.now();
  const done = { this: 0, another: 0 };
  const show = ({ embedded, total }: EmbedProgress) => {
    const bar = '#'.repeat(Math.floor((30 * embedded) / total)).padEnd(30, '.');
    const perChunk = (performance.now() - began) / Math.max(1, embedded - before.embedded);
    const minutes = (perChunk * (total - embedded)) / 60_000;
    line.show(`${bar} ${embedded}/${total} chunks  ${minutes.toFixed(1)} min left`);
  };
  for (;;) {
    const isDone = await service.embed(
      () => true,
      (count, by) => {
        done[by] += count;
        show({ embedded: before.embedded + done.this + done.another, total: before.total });
      },
    );
    if (isDone) break;
    // A running server is at it: watch what it does.
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    service.takeUp();
    show(service.progress());
  }
  line.end();
  const { embedded, total } = service.progress();
  const taken = done.another > 0 ? `, ${done.another} taken from the store` : '';
  console.log(`${embedded} of ${total} chunks have their vector, ${done.this} made now${taken}`);
}
