/** Past answers count so much less with each new one. Range 0.8 to 0.95. */
const memory = 0.9;

/** How long the last of a queue waits, told from how fast the queue has been moving. */
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

  /** Of one more behind so many; 0 where nothing is known yet. */
  waitMs(queued: number): number {
    return queued * this.#msEach;
  }
}
