import { Worker } from 'node:worker_threads';
import { ApiError } from '@pandect/contract';
import { QueuePace } from '../queue-pace.ts';
import { endThread } from './end-thread.ts';
import type { ThreadAnswer, ThreadOrder } from './query-thread.ts';
import type { SearchState } from './search-state.ts';
import type { FoundChunk, FoundPlace, SearchRequest } from './state-search.ts';
import type { ModelFolders } from './thread-models.ts';

/** A query that has no answer by then is given up, and a thread that is stuck in one is replaced. */
const timeoutMs = 20_000;
/** A thread that has ended is replaced after so long. */
const restartMs = 100;
/** A thread that starts a model is waited for so long when the service stops. */
const endMs = 5000;

interface Waiting {
  readonly request: SearchRequest;
  readonly isGone: () => boolean;
  readonly resolve: (found: readonly FoundChunk[]) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

interface Thread {
  readonly worker: Worker;
  running: { readonly id: number; readonly query: Waiting } | undefined;
}

export interface QueryThreadsParts {
  readonly count: number;
  readonly models: ModelFolders;
  /** The store is read here, not in the threads. */
  readonly readPassages: (places: readonly FoundPlace[]) => Promise<readonly string[]>;
  readonly onTrouble: (message: string) => void;
}

/** Runs queries in threads that share one index, in the order in which they come. */
export class QueryThreads {
  readonly #threads = new Set<Thread>();
  readonly #waiting: Waiting[] = [];
  readonly #pace = new QueuePace();
  readonly #parts: QueryThreadsParts;
  #state: SearchState | undefined;
  #lastId = 0;
  #closed = false;

  constructor(parts: QueryThreadsParts) {
    this.#parts = parts;
  }

  /** Queries may come before; they wait. */
  start(): void {
    while (this.#threads.size < this.#parts.count) this.#startThread();
    this.#next();
  }

  /** Queries under way and waiting. */
  get load(): number {
    return this.#waiting.length + [...this.#threads].filter(({ running }) => running).length;
  }

  get generation(): number | undefined {
    return this.#state?.generation;
  }

  /** Every query that begins from now on uses this state. */
  take(state: SearchState): void {
    this.#state = state;
    for (const { worker } of this.#threads) send(worker, { kind: 'state', state });
    this.#next();
  }

  /** The best chunks; waits for a thread, and for the index where it is not there yet. */
  run(request: SearchRequest, isGone: () => boolean = () => false): Promise<readonly FoundChunk[]> {
    if (this.#closed) return Promise.reject(overloaded('The service is stopping.'));
    const queued = this.#waiting.length;
    if (this.#pace.isTooLong(queued)) {
      return Promise.reject(overloaded(`${queued} queries are waiting already.`));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(query), timeoutMs);
      const query: Waiting = { request, isGone, resolve, reject, timer };
      this.#waiting.push(query);
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const query of this.#waiting.splice(0)) {
      clearTimeout(query.timer);
      query.reject(overloaded('The service is stopping.'));
    }
    const end: ThreadOrder = { kind: 'end' };
    await Promise.all([...this.#threads].map(({ worker }) => endThread(worker, end, endMs)));
  }

  #next(): void {
    if (!this.#state) return;
    for (const thread of this.#threads) {
      if (thread.running) continue;
      const query = this.#takeWaiting();
      if (!query) return;
      const id = ++this.#lastId;
      thread.running = { id, query };
      send(thread.worker, { kind: 'query', id, request: query.request });
    }
  }

  /** The next whose caller still waits for it. */
  #takeWaiting(): Waiting | undefined {
    for (;;) {
      const query = this.#waiting.shift();
      if (!query?.isGone()) return query;
      clearTimeout(query.timer);
      query.reject(overloaded('The caller is gone.'));
    }
  }

  #startThread(): void {
    const worker = new Worker(new URL('./query-thread.ts', import.meta.url), {
      workerData: this.#parts.models,
    });
    const thread: Thread = { worker, running: undefined };
    this.#threads.add(thread);
    worker.on('message', (answer: ThreadAnswer) => this.#hear(thread, answer));
    worker.on('error', (error) => this.#parts.onTrouble(`a query thread ended: ${error.stack}`));
    worker.on('exit', () => this.#replace(thread));
    if (this.#state) send(worker, { kind: 'state', state: this.#state });
    worker.unref();
  }

  #hear(thread: Thread, answer: ThreadAnswer): void {
    if (answer.kind === 'trouble') this.#parts.onTrouble(answer.message);
    else if (answer.kind === 'readPassages') void this.#givePassages(thread, answer.places);
    else this.#settle(thread, answer);
  }

  #settle(thread: Thread, answer: Extract<ThreadAnswer, { readonly id: number }>): void {
    const { running } = thread;
    if (running?.id !== answer.id) return;
    thread.running = undefined;
    this.#pace.moved(this.#waiting.length, performance.now());
    clearTimeout(running.query.timer);
    if (answer.kind === 'found') running.query.resolve(answer.found);
    else running.query.reject(new Error(`a query failed in its thread: ${answer.message}`));
    this.#next();
  }

  async #givePassages(thread: Thread, places: readonly FoundPlace[]): Promise<void> {
    try {
      const passages = await this.#parts.readPassages(places);
      send(thread.worker, { kind: 'passages', passages });
    } catch (error) {
      // The store is away: the query is answered so, and its thread, which waits in vain, is replaced.
      thread.running?.query.reject(error instanceof Error ? error : new Error(String(error)));
      void thread.worker.terminate();
    }
  }

  /** A thread has ended, by itself or because it was stuck: its query fails, another takes its place. */
  #replace(thread: Thread): void {
    this.#threads.delete(thread);
    if (thread.running) {
      clearTimeout(thread.running.query.timer);
      thread.running.query.reject(overloaded('The query could not be finished.'));
    }
    // Not at once: a thread that cannot even start would be started without end.
    setTimeout(() => {
      if (!this.#closed) this.start();
    }, restartMs).unref();
  }

  #giveUp(query: Waiting): void {
    const at = this.#waiting.indexOf(query);
    if (at >= 0) this.#waiting.splice(at, 1);
    else {
      const stuck = [...this.#threads].find(({ running }) => running?.query === query);
      void stuck?.worker.terminate();
    }
    query.reject(overloaded(`There was no answer within ${timeoutMs / 1000} seconds.`));
  }
}

function send(worker: Worker, order: ThreadOrder): void {
  worker.postMessage(order);
}

/** 503: the same query may well succeed in a moment. */
function overloaded(message: string): ApiError {
  return new ApiError('service_unavailable', message, { headers: { 'retry-after': '1' } });
}
