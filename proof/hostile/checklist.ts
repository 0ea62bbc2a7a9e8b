import type { Report } from '../section.ts';

/** Many small expectations that are reported as one figure, with those that fell short named. */
export class Checklist {
  #asked = 0;
  readonly #failed: string[] = [];

  expect(what: string, holds: boolean, found = ''): void {
    this.#asked++;
    if (!holds) this.#failed.push(found === '' ? what : `${what}: ${found.slice(0, 300)}`);
  }

  tellTo(report: Report, title: string): void {
    const kept = this.#asked - this.#failed.length;
    const whole = this.#asked > 0 && this.#failed.length === 0;
    report.check(title, whole, `${kept} of ${this.#asked} as expected`, 'all');
    for (const one of this.#failed.slice(0, 8)) report.note(`${title}: ${one}`);
  }
}
