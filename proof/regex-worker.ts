import { parentPort } from 'node:worker_threads';

/** What one expression took for one kind of text. */
export interface Tried {
  readonly unit: string;
  readonly chars: number;
  readonly ms: number;
}

/** Pieces of text that expressions over law and letters repeat themselves on. */
export const units = [
  ...[
    'a',
    'A',
    '1',
    ' ',
    '\n',
    '\t',
    '(',
    ')',
    '(a)',
    '(1)',
    '.',
    '-',
    '—',
    '"',
    '“',
    "'",
    '<',
    '>',
    '&',
    ';',
    '[',
    ']',
  ],
  ...[
    '*',
    '_',
    '#',
    '|',
    '`',
    '/',
    '\\',
    ',',
    '§',
    '§ 1',
    'a ',
    '1 ',
    '1.',
    '1-',
    'a.',
    ' \n',
    '\r\n',
    'Aa',
    'a1',
  ],
  ...[
    'U.S.C. ',
    'section ',
    '12 CFR ',
    'part 1, ',
    '(a)(1)(i)',
    '<a ',
    '&a',
    '[](',
    '{"a":',
    'and ',
    'A. B. ',
  ],
];

/** Sizes tried one after another; an expression that takes too long at one is not tried at the next. */
const sizes = [2000, 20_000, 1_000_000];
export const tooLongMs = 100;

/** Of this thread alone, so that other work on the machine does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

parentPort?.on('message', ({ source, flags }: { source: string; flags: string }) => {
  const expression = new RegExp(source, flags);
  let slowest: Tried = { unit: '', chars: 0, ms: 0 };
  let steepest: Tried | undefined;
  for (const unit of units) {
    for (const chars of sizes) {
      // An end that fits nothing makes an expression try every way there is.
      const text = `${unit.repeat(Math.floor(chars / unit.length))}\u0001`;
      const started = cpuMs();
      expression.lastIndex = 0;
      expression.exec(text);
      const ms = cpuMs() - started;
      parentPort?.postMessage({ unit, chars });
      if (ms > slowest.ms) slowest = { unit, chars, ms };
      if (ms < tooLongMs || chars === sizes.at(-1)) continue;
      if (ms > (steepest?.ms ?? 0)) steepest = { unit, chars, ms };
      break;
    }
  }
  parentPort?.postMessage({ slowest, steepest });
});
