/** `npm run bench -- <name>`: each benchmark prints ratios against a peer measured in the same run. */
const benches: Readonly<
  Record<string, { about: string; load: () => Promise<{ run(args: string[]): Promise<void> }> }>
> = {
  http: {
    about: 'throughput of reads, lists and writes against a bare Fastify route with the same bytes',
    load: () => import('./http.ts'),
  },
  load: {
    about: 'a realistic mix of requests on both stores, against a bare Fastify with bytes of the same size',
    load: () => import('./load.ts'),
  },
  'event-burst': {
    about: '10,000 parallel event posts over 500 references, on both stores',
    load: () => import('./event-burst.ts'),
  },
  fidelity: {
    about: 'every piece of law text of ../shared/corpus exactly once and in order, by a second extraction',
    load: () => import('./fidelity.ts'),
  },
  import: {
    about: 'import of ../shared/corpus against a bare saxes parse of the same XML, memory, second import',
    load: () => import('./import.ts'),
  },
  'import-kills': {
    about: 'kills an import at random moments; the server must start, verify be clean, the re-run complete',
    load: () => import('./import-kills.ts'),
  },
  retrieval: {
    about:
      'quality of retrieval on the question sets of ../shared/bench; --lexical, --obliqa <questions.json>',
    load: () => import('./retrieval.ts'),
  },
  'query-speed': {
    about: 'CPU per query, memory and open time of the own index against SQLite FTS5 and MiniSearch',
    load: () => import('./query-speed.ts'),
  },
  'query-http': {
    about:
      'the whole query over HTTP with one client at --chunks 100000 or 500000: p95, CPU, memory, first answer',
    load: () => import('./query-http.ts'),
  },
  'query-load': {
    about: 'how fast /healthz answers while 50 clients ask queries',
    load: () => import('./query-load.ts'),
  },
  screening: {
    about:
      'cost of screening against wink-nlp, and its findings on the validation texts; --rules for each rule, --model <folder>',
    load: () => import('./screening.ts'),
  },
  scale: {
    about:
      'how cost grows: queries with 1, 2, 4 times the chunks, calls with more teams, writes with more processes',
    load: () => import('./scale.ts'),
  },
  'cold-start': { about: 'time from starting the process to ready', load: () => import('./cold-start.ts') },
};

const [name = '', ...args] = process.argv.slice(2);
const bench = benches[name];
if (!bench) {
  console.error('Usage: npm run bench -- <name>\n');
  for (const [known, { about }] of Object.entries(benches)) console.error(`  ${known.padEnd(14)} ${about}`);
  process.exit(name === '' || name === '--help' ? 0 : 1);
}
await (await bench.load()).run(args);
process.exit(0);
