import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServe } from './serve-process.ts';

const root = join(import.meta.dirname, '..');
const pandect = join(root, 'server', 'src', 'cli', 'pandect.ts');

/**
 * `npm run bench -- import-kills [count] [folder]`: SIGKILL at a random moment of an import, again and again
 * on the same store; every tenth time the server is started and everything is verified. Then the import is
 * run to its end.
 */
export async function run([
  countGiven = '50',
  folder = '../shared/corpus/ecfr/title-31',
]: string[]): Promise<void> {
  const count = Number(countGiven);
  const source = join(root, folder);
  const dataDir = mkdtempSync(join(tmpdir(), 'pandect-kills-'));
  const env = { ...process.env, PANDECT_DATA_DIR: dataDir, PANDECT_STARTER_CORPUS: 'off' };
  const pandectRun = (...args: string[]) =>
    spawnSync(process.execPath, [pandect, ...args], { env, encoding: 'utf8' });

  const timing = performance.now();
  const whole = mkdtempSync(join(tmpdir(), 'pandect-kills-'));
  spawnSync(process.execPath, [pandect, 'corpus', 'import', source], {
    env: { ...env, PANDECT_DATA_DIR: whole },
  });
  const wholeMs = performance.now() - timing;
  rmSync(whole, { recursive: true, force: true });

  let kills = 0;
  let starts = 0;
  for (let i = 1; kills < count; i++) {
    const child = spawn(process.execPath, [pandect, 'corpus', 'import', source], { env, stdio: 'ignore' });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    // Anywhere from the first moment to the end of a run; runs get shorter as files are known.
    setTimeout(() => child.kill('SIGKILL'), Math.random() * Math.max(800, wholeMs * 0.6));
    await exited;
    if (child.signalCode === 'SIGKILL') kills++;
    if (i % 5 === 0) {
      const service = await startServe({ PANDECT_DATA_DIR: dataDir, PANDECT_STARTER_CORPUS: 'off' });
      starts++;
      await service.stop();
      const verified = pandectRun('corpus', 'verify');
      console.log(`${kills} kills: the server started; ${verified.stdout.trim()}`);
      if (verified.status !== 0) throw new Error('verify found faults');
    }
    // From time to time from the beginning: later runs find most files known and soon end.
    if (i % 5 === 0 && kills < count) rmSync(dataDir, { recursive: true, force: true });
  }
  const last = pandectRun('corpus', 'import', source);
  console.log(`the re-run completes: ${last.stdout.trim().split('\n').at(-1)}`);
  const verified = pandectRun('corpus', 'verify');
  console.log(`${kills} kills, ${starts} server starts; ${verified.stdout.trim()}`);
  rmSync(dataDir, { recursive: true, force: true });
  if (last.status !== 0 || verified.status !== 0) process.exit(1);
}
