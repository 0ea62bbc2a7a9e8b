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

/** Every piece of text is tried at these sizes; the one that took longest, at the large one too. */
const sizes = [2000, 20_000];
const largeChars = 1_000_000;
export const tooLongMs = 100;

const texts = new Map<string, string>();

/** Made once. An end that fits nothing makes an expression try every way there is. */
function textOf(unit: string, chars: number): string {
  const name = `${chars} ${unit}`;
  const text = texts.get(name) ?? `${unit.repeat(Math.floor(chars / unit.length))}\u0001`;
  texts.set(name, text);
  return text;
}

/** Of this thread alone, so that other work on the machine does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

parentPort?.on('message', ({ source, flags }: { source: string; flags: string }) => {
  const expression = new RegExp(source, flags);
  const tryOn = (unit: string, chars: number): Tried => {
    const text = textOf(unit, chars);
    parentPort?.postMessage({ unit, chars });
    const started = cpuMs();
    expression.lastIndex = 0;
    expression.exec(text);
    return { unit, chars, ms: cpuMs() - started };
  };
  let slowest: Tried = { unit: 'a', chars: 0, ms: 0 };
  for (const chars of sizes) {
    for (const unit of units) {
      const tried = tryOn(unit, chars);
      if (tried.ms > slowest.ms) slowest = tried;
      if (tried.ms < tooLongMs) continue;
      parentPort?.postMessage({ slowest, steepest: tried });
      return;
    }
  }
  parentPort?.postMessage({ slowest: tryOn(slowest.unit, largeChars), steepest: undefined });
});
