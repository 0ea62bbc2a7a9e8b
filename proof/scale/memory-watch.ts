import type { ServeProcess } from '../../bench/serve-process.ts';

export interface MemorySample {
  readonly atMs: number;
  readonly mb: number;
}

/** Looks at the memory of a process until told to stop. */
export function watchMemory(service: Pick<ServeProcess, 'memoryMb'>, everyMs: number): () => MemorySample[] {
  const began = performance.now();
  const samples: MemorySample[] = [];
  const look = () => samples.push({ atMs: performance.now() - began, mb: service.memoryMb() });
  look();
  const timer = setInterval(look, everyMs);
  return () => {
    clearInterval(timer);
    look();
    return samples;
  };
}

/** MB per minute, by least squares. */
export function slopePerMinute(samples: readonly MemorySample[]): number {
  const count = samples.length;
  const meanAt = samples.reduce((sum, { atMs }) => sum + atMs, 0) / count;
  const meanMb = samples.reduce((sum, { mb }) => sum + mb, 0) / count;
  let above = 0;
  let below = 0;
  for (const { atMs, mb } of samples) {
    above += (atMs - meanAt) * (mb - meanMb);
    below += (atMs - meanAt) ** 2;
  }
  return below === 0 ? 0 : (above / below) * 60_000;
}
