import pg from 'pg';
import { startPostgres } from '../test/postgres.ts';
import { startServe } from './serve-process.ts';

const posts = 10_000;
const references = 500;
/** Sockets a client opens at once; all posts are under way together, queued on these. */
const inFlight = 500;

/** All posts at once over few references: one ticket and one `created: true` each, on both stores. */
export async function run(): Promise<void> {
  await burst('sqlite', {});
  const postgres = await startPostgres();
  await burst('postgres', { DATABASE_URL: postgres.url });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query('SELECT COUNT(*) AS tickets FROM tickets');
  console.log(`postgres: ${rows[0].tickets} rows in tickets`);
  await client.end();
  await postgres.stop();
}

async function burst(store: string, environment: Record<string, string>): Promise<void> {
  const service = await startServe(environment);
  const headers = { 'x-api-key': service.key, 'content-type': 'application/json' };
  const tickets = new Set<string>();
  let created = 0;
  let next = 0;
  const started = performance.now();
  const post = async () => {
    while (next < posts) {
      const externalRef = `ref-${next++ % references}`;
      const body = JSON.stringify({ scenario: 'generic', content: { type: 'text', text: 'x' }, externalRef });
      const response = await fetch(`${service.url}/api/v1/events`, { method: 'POST', headers, body });
      const reply: { ticketId: string; created: boolean } = JSON.parse(await response.text());
      if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(reply)}`);
      tickets.add(reply.ticketId);
      if (reply.created) created++;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, post));
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${store}: ${posts} posts over ${references} references: ${tickets.size} tickets, ${created} created: true, ${(posts / seconds).toFixed(0)} posts/s`,
  );
  await service.stop();
}
