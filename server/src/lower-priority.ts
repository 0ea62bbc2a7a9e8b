import { getPriority, setPriority } from 'node:os';

/** The lowest there is. */
const lowest = 19;

/**
 * Puts the calling thread behind the others of its process by so many steps; never ahead, which only an administrator
 * may. On Linux a thread has a priority of its own; elsewhere it would be that of the whole process, and stays.
 */
export function lowerPriority(steps: number): void {
  if (process.platform === 'linux') setPriority(0, Math.min(lowest, getPriority(0) + steps));
}
