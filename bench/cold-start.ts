import { startServe } from './serve-process.ts';

/** From starting the process to its `ready` line, five times on a folder that exists. */
export async function run(): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < 6; i++) {
    const service = await startServe();
    if (i > 0) times.push(service.readyMs); // the first fills the compile cache
    await service.stop();
  }
  times.sort((a, b) => a - b);
  console.log(
    `cold start to ready: median ${times[2]?.toFixed(0)} ms, worst ${times.at(-1)?.toFixed(0)} ms (promised: under 1000)`,
  );
}
