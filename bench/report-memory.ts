import { readFileSync } from 'node:fs';

/** Loaded into a measured process: says on standard error, at its end, how much memory it held at most. */
process.on('exit', () => {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  console.error(`peak memory ${Math.round(Number(peak) / 1024)} MB`);
});
