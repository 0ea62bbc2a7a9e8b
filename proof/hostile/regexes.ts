import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Report } from '../section.ts';
import { type Tried, tooLongMs } from './regex-worker.ts';

const root = join(import.meta.dirname, '..', '..');
/** A regular expression literal where a value may stand; what is no expression does not compile. */
const literal =
  /(?<=[=(,:!&|?[{;>\n]\s*|return )\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?=[\s.,;)\]}:?])/g;
const stuckMs = 20_000;

interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Every expression of the server (or every so-manieth) on text it may repeat itself on, up to a megabyte. */
export async function checkRegexes(every: number, report: Report): Promise<void> {
  const all = expressionsIn(['server/src', 'contract/src']);
  const chosen = all.filter((_, i) => i % every === 0);
  const steep: { place: string; source: string; tried: Tried }[] = [];
  const stuck: string[] = [];
  let slowest: Tried = { unit: '', chars: 0, ms: 0 };
  let worker = new Worker(join(import.meta.dirname, 'regex-worker.ts'));
  for (const expression of chosen) {
    const outcome = await tryOne(worker, expression);
    if ('slowest' in outcome) {
      const { steepest } = outcome;
      if (steepest) steep.push({ ...expression, tried: steepest });
      else if (outcome.slowest.ms > slowest.ms) slowest = outcome.slowest;
      continue;
    }
    stuck.push(
      `${expression.place} ${expression.source} on ${JSON.stringify(outcome.unit)} x ${outcome.chars}`,
    );
    await worker.terminate();
    worker = new Worker(join(import.meta.dirname, 'regex-worker.ts'));
  }
  await worker.terminate();
  report.check(
    `regular expressions of the server (${chosen.length} of ${all.length}) that stand still on some text`,
    stuck.length === 0 && chosen.length > 0,
    String(stuck.length),
    '0',
  );
  for (const one of stuck.slice(0, 10))
    report.note(`stands still for ${stuckMs / 1000} s: ${one.slice(0, 300)}`);
  report.tell(
    'the slowest of those that are linear',
    `${slowest.ms.toFixed(0)} ms for ${slowest.chars.toLocaleString('en')} characters`,
  );
  report.check(
    `expressions that grow faster than the text (over ${tooLongMs} ms for 20,000 characters or fewer)`,
    steep.length === 0,
    String(steep.length),
    '0',
  );
  for (const { place, source, tried } of steep.toSorted((a, b) => b.tried.ms - a.tried.ms).slice(0, 12)) {
    const text = `${tried.chars.toLocaleString('en')} characters of ${JSON.stringify(tried.unit)}`;
    report.note(
      `grows faster than the text: ${place} \`${source.slice(0, 90)}\`: ${tried.ms.toFixed(0)} ms for ${text}`,
    );
  }
}

interface Outcome {
  readonly slowest: Tried;
  readonly steepest: Tried | undefined;
}

function tryOne(
  worker: Worker,
  expression: Expression,
): Promise<Outcome | { readonly unit: string; readonly chars: number }> {
  return new Promise((resolve, reject) => {
    let last = { unit: 'the first', chars: 0 };
    const end = () => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('error', reject);
    };
    const onMessage = (message: Outcome | { unit: string; chars: number }) => {
      if ('slowest' in message) {
        end();
        resolve(message);
        return;
      }
      last = message;
      timer.refresh();
    };
    const timer = setTimeout(() => {
      end();
      resolve(last);
    }, stuckMs);
    worker.on('message', onMessage);
    worker.once('error', reject);
    worker.postMessage(expression);
  });
}

function expressionsIn(folders: readonly string[]): Expression[] {
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => {
        const text = readFileSync(join(root, folder, name), 'utf8');
        return [...text.matchAll(literal)].map(([, source = '', flags = '']) => {
          return { place: `${folder}/${name}`, source, flags };
        });
      }),
  );
  return found.filter(({ source, flags }) => compiles(source, flags));
}

function compiles(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) !== undefined;
  } catch {
    return false; // a division, or a path in a comment
  }
}
