import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** `npm test`: everything that must hold, in the order in which it is quickest to fail. */
const root = join(import.meta.dirname, '..');
/** Arguments go to vitest: `npm test -- screening` runs what has that in its path. */
const chosen = process.argv.slice(2);
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const steps: readonly (readonly [string, string, readonly string[]])[] = [
  ['types', bin('tsc'), ['-p', '.']],
  ['types of the console', bin('tsc'), ['-p', 'console']],
  ['lint and format', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['openapi.json', process.execPath, ['server/src/cli/pandect.ts', 'openapi', '--check']],
  // Built once here: every test that opens the console finds it made.
  ['what is built ahead', process.execPath, ['server/src/cli/pandect.ts', 'prepare']],
  ['tests', process.execPath, [bin('vitest'), 'run', ...chosen]],
  ...(chosen.length === 0
    ? [['proof, on a small scale', process.execPath, ['proof/run.ts', '--smoke']] as const]
    : []),
];

for (const [name, command, args] of steps) {
  console.log(`\n== ${name}`);
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`\nnpm test: ${name} failed${error ? `: ${error.message}` : ''}`);
    process.exit(1);
  }
}
