import { rmSync } from 'node:fs';
import { temporaryFolder } from '../processes.ts';

/** What a section has started, ended in reverse order however the section ends. */
export class CleanUp {
  readonly #steps: (() => Promise<void> | void)[] = [];

  add(step: () => Promise<void> | void): void {
    this.#steps.push(step);
  }

  /** An empty folder that is removed at the end. */
  folder(): string {
    const folder = temporaryFolder('scale');
    this.add(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  /** All steps are tried; the first failure is told afterwards. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps.toReversed()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** Runs the work and cleans up after it. */
export async function withCleanUp(work: (cleanUp: CleanUp) => Promise<void>): Promise<void> {
  const cleanUp = new CleanUp();
  try {
    await work(cleanUp);
  } finally {
    await cleanUp.run();
  }
}
