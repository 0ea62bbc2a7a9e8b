import { type ServeProcess, startServe } from '../../bench/serve-process.ts';
import { startPostgres } from '../../test/postgres.ts';
import { startPandect } from '../processes.ts';
import type { CleanUp } from './clean-up.ts';

/** Several processes on one PostgreSQL. */
export interface Cluster {
  /** The serving ones; a restarted one takes its predecessor's place. */
  readonly nodes: ServeProcess[];
  readonly workers: number;
  /** With every scope. */
  readonly key: string;
  /** Of a further process; it needs a data folder of its own. */
  readonly environment: Readonly<Record<string, string>>;
  /** Stops a node as an orchestrator would, and starts it again on its port and folder. */
  restart(at: number): Promise<void>;
}

/** All at once on an empty database: they agree by themselves on who makes its schema and its first key. */
export async function startCluster(
  cleanUp: CleanUp,
  sizes: { readonly serving: number; readonly working: number },
  settings: Readonly<Record<string, string>>,
): Promise<Cluster> {
  const postgres = await startPostgres();
  cleanUp.add(() => postgres.stop());
  const environment = { DATABASE_URL: postgres.url, ...settings };
  const nodes: ServeProcess[] = [];
  const folders = Array.from({ length: sizes.serving }, () => cleanUp.folder());
  cleanUp.add(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  });
  const start = async (at: number, more: Record<string, string> = {}) => {
    const node = await startServe({ ...environment, PANDECT_DATA_DIR: folders[at] ?? '', ...more });
    nodes[at] = node;
    return node;
  };
  const started = await Promise.allSettled(folders.map((_, at) => start(at)));
  for (const one of started) if (one.status === 'rejected') throw one.reason;
  for (let at = 0; at < sizes.working; at++) {
    const own = { PANDECT_WORKERS: '1', PANDECT_DATA_DIR: cleanUp.folder() };
    const worker = startPandect(['worker'], { ...environment, ...own });
    cleanUp.add(() => worker.stop());
    await worker.ready;
  }
  const keys = nodes.flatMap(({ key }) => (key === '' ? [] : [key]));
  const [key] = keys;
  if (key === undefined || keys.length > 1) throw new Error(`${keys.length} first keys were made`);
  return {
    nodes,
    workers: sizes.working,
    key,
    environment,
    async restart(at) {
      const node = nodes[at];
      if (!node) throw new Error(`there is no node ${at}`);
      await node.stop();
      await start(at, { PORT: new URL(node.url).port });
    },
  };
}
