import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  observeRequest(operation: string, status: number, seconds: number): void;
  observeJob(type: string, outcome: string, seconds: number): void;
  expose(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Prometheus metrics of one process; a registry of its own, so that tests can have many. */
export function createMetrics(parts: {
  readonly runningJobs: () => Promise<number>;
  readonly queryLoad: () => number;
  readonly embedding: () => { readonly embedded: number; readonly total: number };
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'pandect_http_request_seconds',
    help: 'Time from request to reply, by operation and status.',
    labelNames: ['operation', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const jobs = new Histogram({
    name: 'pandect_job_seconds',
    help: 'Time in a worker, by job type and outcome.',
    labelNames: ['type', 'outcome'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const scrapes = new Counter({
    name: 'pandect_scrapes_total',
    help: 'Reads of this page.',
    registers: [registry],
  });
  new Gauge({
    name: 'pandect_jobs_running',
    help: 'Jobs that have not reached a final state.',
    registers: [registry],
    async collect() {
      this.set(await parts.runningJobs());
    },
  });
  for (const [name, help, read] of [
    ['pandect_queries_under_way', 'Queries in a thread or waiting for one.', parts.queryLoad],
    ['pandect_index_chunks', 'Living chunks of the search index.', () => parts.embedding().total],
    ['pandect_index_chunks_embedded', 'Of those, with their vector.', () => parts.embedding().embedded],
  ] as const) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }
  // Looking a label set up by its values costs more than the observation itself: each is looked up once.
  const known = new Map<string, Map<number, { observe(seconds: number): void }>>();
  return {
    observeRequest(operation, status, seconds) {
      let byStatus = known.get(operation);
      if (!byStatus) {
        byStatus = new Map();
        known.set(operation, byStatus);
      }
      let one = byStatus.get(status);
      if (!one) {
        one = requests.labels({ operation, status });
        byStatus.set(status, one);
      }
      one.observe(seconds);
    },
    observeJob: (type, outcome, seconds) => jobs.observe({ type, outcome }, seconds),
    async expose() {
      scrapes.inc();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
