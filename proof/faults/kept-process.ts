import type { PandectProcess } from '../processes.ts';
import { pause } from './call-service.ts';

/** When to kill a process: so long after it was started, or after it said it was ready. */
export interface KillPlan {
  readonly after: 'start' | 'ready';
  readonly ms: number;
}

/** What a process says that does not start because its store is away: it may, and is started again. */
const storeAway = /^pandect: (DATABASE_URL cannot be used|PostgreSQL does not answer)/m;

/** A process that is started again however it ends, as a process manager would, and killed as planned. */
export class KeptProcess {
  readonly name: string;
  readonly #start: () => PandectProcess;
  /** The next kill, or undefined to let it live. */
  readonly #planKill: () => KillPlan | undefined;
  readonly #onKill: () => void;
  #process: PandectProcess | undefined;
  #url: string | undefined;
  #isReady = false;
  #isClosed = false;
  #running: Promise<void> | undefined;
  /** Starts refused because PostgreSQL was away. */
  refusedStarts = 0;
  /** How it ended where nobody had killed it and its store was there. */
  readonly endedByItself: string[] = [];

  constructor(parts: {
    readonly name: string;
    readonly start: () => PandectProcess;
    readonly planKill: () => KillPlan | undefined;
    readonly onKill: () => void;
  }) {
    this.name = parts.name;
    this.#start = parts.start;
    this.#planKill = parts.planKill;
    this.#onKill = parts.onKill;
  }

  /** Where it listens; undefined while it does not. */
  get url(): string | undefined {
    return this.#url;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  run(): void {
    this.#running = this.#keep();
  }

  killNow(): void {
    if (this.#process?.child.kill('SIGKILL')) this.#onKill();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#process?.child.kill('SIGKILL');
    await this.#running;
  }

  async #keep(): Promise<void> {
    while (!this.#isClosed) {
      const process = this.#start();
      this.#process = process;
      process.ready.then(
        () => {
          if (this.#process !== process) return;
          this.#url = process.url() || undefined;
          this.#isReady = true;
        },
        () => {}, // told below, by how it ended
      );
      void this.#killAsPlanned(process);
      await process.exited;
      const wasReady = this.#isReady;
      this.#url = undefined;
      this.#isReady = false;
      if (process.child.signalCode === 'SIGKILL') continue;
      if (!wasReady && storeAway.test(process.err())) this.refusedStarts++;
      else if (!this.#isClosed) this.endedByItself.push(`${this.name}: ${process.err().slice(0, 600)}`);
      await pause(50);
    }
  }

  async #killAsPlanned(process: PandectProcess): Promise<void> {
    const plan = this.#planKill();
    if (!plan) return;
    if (plan.after === 'ready') await Promise.race([process.ready.catch(() => {}), process.exited]);
    await pause(plan.ms);
    // Asked again: the killing may have ended meanwhile.
    if (this.#process !== process || this.#isClosed || !this.#planKill()) return;
    if (process.child.exitCode === null && process.child.kill('SIGKILL')) this.#onKill();
  }
}
