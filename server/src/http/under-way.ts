import { ApiError } from '@pandect/contract';

/**
 * Requests that may be under way in one process. What takes long has a limit of its own (queries, risk assessments);
 * this one bounds memory, and lets ten thousand small posts that come at once through. Range 1000 to 50,000.
 */
const maxUnderWay = 12_000;

/** Counts the work a process has taken on, so that it can refuse what would only wait. */
export class UnderWay {
  readonly #most: number;
  #count = 0;

  constructor(most = maxUnderWay) {
    this.#most = most;
  }

  /** Throws where there is too much to do already. */
  check(): void {
    if (this.#count < this.#most) return;
    throw new ApiError(
      'service_unavailable',
      `${this.#most} requests are under way already. Try again shortly.`,
      { headers: { 'retry-after': '1' } },
    );
  }

  /** Runs the work, counted until it has ended, well or not. */
  count(work: () => void | Promise<void>): void | Promise<void> {
    this.#count += 1;
    let later: void | Promise<void>;
    try {
      later = work();
    } catch (error) {
      this.#count -= 1;
      throw error;
    }
    if (later) return later.finally(this.#end);
    this.#count -= 1;
  }

  readonly #end = () => {
    this.#count -= 1;
  };
}
