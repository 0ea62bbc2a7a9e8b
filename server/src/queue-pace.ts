/** Past answers count so much less with each new one. Range 0.8 to 0.95. */
const memory = 0.9;
/** So many may always wait: one answer that was slow to come, as the first after a start is, says little of the next. */
const alwaysQueued = 32;
/** So many may wait at most. Range 50 to 1000. */
const maxQueued = 256;
/** Nobody is let in who would wait longer than this as the queue moves just now. Range 1 to 10 s. */
const maxWaitMs = 5000;

/** Says when a queue is too long, from how fast it has been moving. */
export class QueuePace {
  #msEach = 0;
  #movedAt: number | undefined;

  /** One is done; so many are still to be. The time until the next counts only while there are some. */
  moved(left: number, nowMs: number): void {
    if (this.#movedAt !== undefined) {
      const ms = nowMs - this.#movedAt;
      this.#msEach = this.#msEach === 0 ? ms : memory * this.#msEach + (1 - memory) * ms;
    }
    this.#movedAt = left > 0 ? nowMs : undefined;
  }

  /** Whether one more behind so many would wait too long. */
  isTooLong(queued: number): boolean {
    return queued >= maxQueued || (queued >= alwaysQueued && queued * this.#msEach > maxWaitMs);
  }
}
