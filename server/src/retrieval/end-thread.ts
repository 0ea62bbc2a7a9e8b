import type { Worker } from 'node:worker_threads';

/**
 * Tells a thread to end and waits until it has; one that does not is ended after so long. Told, not ended at once: a
 * thread that is ended while it starts a model takes the whole process with it.
 */
export async function endThread(worker: Worker, order: unknown, withinMs: number): Promise<void> {
  if (worker.threadId === -1) return; // it has ended by itself
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.postMessage(order);
  const timer = setTimeout(() => void worker.terminate(), withinMs);
  await ended;
  clearTimeout(timer);
}
