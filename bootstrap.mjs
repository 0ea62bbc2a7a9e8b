// The first step of `npm start`, `npm test` and `npm run pandect`: runs on any Node from 18 on, with
// nothing installed. Installs what the lock file says when that has changed, then hands over to Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const neededMajor = 24;
const [target = '', ...args] = process.argv.slice(2);

const scripts = {
  start: { file: 'server/src/cli/pandect.ts', args: ['serve'] },
  pandect: { file: 'server/src/cli/pandect.ts', args: [] },
  test: { file: 'test/run.ts', args: [] },
  bench: { file: 'bench/run.ts', args: [] },
  proof: { file: 'proof/run.ts', args: [] },
};
const script = scripts[target];
if (!script) {
  console.error(`bootstrap: unknown target "${target}"; there are ${Object.keys(scripts).join(', ')}`);
  process.exit(1);
}

installWhenNeeded();
const node = findNode();
const file = join(root, script.file);
const commandLine = [...script.args, ...args];
// Compiled code is kept between runs: it halves the time to ready.
const compileCache = join(root, 'node_modules', '.cache', 'compiled');
if (node === process.execPath) {
  // Already the right Node: go on in this very process.
  module.enableCompileCache?.(compileCache);
  process.argv = [process.execPath, file, ...commandLine];
  await import(file);
} else {
  const child = spawn(node, [file, ...commandLine], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function installWhenNeeded() {
  const stamp = join(root, 'node_modules', '.installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.error(
    'pandect: installing dependencies from package-lock.json (first run, or the lock file changed) ...',
  );
  const started = Date.now();
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const result = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.status !== 0) {
    console.error(
      'pandect: npm ci failed; the lines above say why. Mend that and run the same command again.',
    );
    process.exit(1);
  }
  console.error('pandect: preparing the starter corpus and the console ...');
  spawnSync(findNode(), [join(root, scripts.pandect.file), 'prepare'], { stdio: ['ignore', 2, 2] });
  writeFileSync(stamp, lock);
  console.error(`pandect: installed in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function findNode() {
  const pinned = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(pinned)) return process.execPath === pinned ? process.execPath : pinned;
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath;
  console.error(
    `pandect: there is no pinned Node for ${process.platform}-${process.arch}, and this is Node ${process.version}. Run with Node ${neededMajor} or later.`,
  );
  process.exit(1);
}
