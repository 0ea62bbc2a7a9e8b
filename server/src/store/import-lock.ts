import { StoreRefused } from '../store-failure.ts';
import { holdFileLock } from './file-lock.ts';

/** Any number all Pandect processes agree on. */
const importLock = 7_263_329;

/** One import at a time per store; released by the system however the process ends. */
export async function holdImportLock(config: {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}): Promise<() => Promise<void>> {
  const busy = 'another import is running on this store. Wait for it to end, then run this again.';
  if (config.databaseUrl === undefined) {
    const release = holdFileLock(config.dataDir, 'import.lock', busy);
    return async () => release();
  }
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: config.databaseUrl });
  await client.connect().catch((error: unknown) => {
    throw new StoreRefused(`DATABASE_URL cannot be used: ${error instanceof Error ? error.message : error}`);
  });
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS held', [importLock]);
  if (!rows[0]?.held) {
    await client.end();
    throw new StoreRefused(busy);
  }
  return () => client.end();
}
