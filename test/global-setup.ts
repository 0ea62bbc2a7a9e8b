import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a running PostgreSQL cluster; empty where none could be started. */
    postgresUrl: string;
  }
}

/** One PostgreSQL for the whole run; every test that wants one makes its own database in it. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  try {
    const postgres = await startPostgres();
    project.provide('postgresUrl', postgres.url);
    return () => postgres.stop();
  } catch (error) {
    console.warn(`SKIPPED: every test on PostgreSQL, because none could be started here: ${error}`);
    project.provide('postgresUrl', '');
    return undefined;
  }
}
