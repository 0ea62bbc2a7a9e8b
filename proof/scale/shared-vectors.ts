import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runPandect } from '../processes.ts';
import type { Report, Size } from '../section.ts';
import type { CleanUp } from './clean-up.ts';
import type { Cluster } from './cluster.ts';
import { edition } from './new-edition.ts';

/** One node reads new texts for their meaning; the next, with an empty folder, must not read them again. */
export async function proveSharedVectors(
  cleanUp: CleanUp,
  cluster: Cluster,
  size: Size,
  report: Report,
): Promise<void> {
  const texts = join(cleanUp.folder(), 'texts');
  mkdirSync(texts);
  const count = size === 'full' ? 300 : 5;
  for (let at = 0; at < count; at++) {
    writeFileSync(join(texts, `${at}.md`), edition(100 + at, `proofword${at}`, '2025-01-01'));
  }
  const run = async (args: readonly string[]) => {
    const environment = { ...cluster.environment, PANDECT_VECTORS: 'on', PANDECT_DATA_DIR: cleanUp.folder() };
    const began = performance.now();
    const { code, out, err } = await runPandect(args, environment);
    if (code !== 0) throw new Error(`${args.join(' ')} failed: ${err}`);
    return { out, seconds: (performance.now() - began) / 1000 };
  };
  await run(['corpus', 'import', texts]);
  const first = await run(['corpus', 'index', '--wait']);
  const second = await run(['corpus', 'index', '--wait']);
  const madeBy = ({ out }: { out: string }) => Number(/, (\d+) made now/.exec(out)?.[1]);
  const taken = Number(/, (\d+) taken from the store/.exec(second.out)?.[1]);
  report.check(
    `vectors of ${count} new texts: made by one node, taken from PostgreSQL by the next`,
    madeBy(first) >= count && madeBy(second) === 0 && taken === madeBy(first),
    `the first made ${madeBy(first)} in ${first.seconds.toFixed(1)} s, the second took ${taken} and made ${madeBy(second)} in ${second.seconds.toFixed(1)} s, index included`,
    'each made once',
  );
}
