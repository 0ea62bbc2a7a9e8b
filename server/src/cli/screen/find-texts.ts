import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@pandect/contract';
import { UsageError } from '../usage-error.ts';

/** A text to analyse, under the name it is reported by. */
export interface FoundText {
  readonly name: string;
  readonly read: () => Promise<string>;
}

/** What is taken out of a folder; a file named outright is taken whatever it is called. */
const textEndings = ['.txt', '.text', '.md', '.markdown', '.html', '.htm', '.eml'];
const stdinName = 'stdin';

/** Files, folders, patterns, and `-` for standard input, in a fixed order and each once. */
export function findTexts(places: readonly string[]): readonly FoundText[] {
  if (places.length === 0 || (places.length === 1 && places[0] === '-')) {
    if (places.length === 0 && process.stdin.isTTY) {
      throw new UsageError('name a file, a folder or a pattern, or send the text to standard input.');
    }
    return [{ name: stdinName, read: async () => decode(stdinName, await readStdin()) }];
  }
  const files = [...new Set(places.flatMap(filesAt))];
  return files.map((name) => ({ name, read: async () => decode(name, readFileSync(name)) }));
}

function filesAt(place: string): string[] {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found?.isFile()) return [place];
  if (found?.isDirectory()) {
    const inside = readdirSync(place, { recursive: true, encoding: 'utf8' })
      .filter((name) => !/(^|\/)(\.|node_modules\/)/.test(name))
      .filter((name) => textEndings.some((ending) => name.toLowerCase().endsWith(ending)))
      .map((name) => join(place, name))
      .filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile())
      .sort();
    if (inside.length === 0) {
      throw new UsageError(`${place} holds no text: in a folder, ${textEndings.join(', ')} are read.`);
    }
    return inside;
  }
  const matching = globSync(place)
    .filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile())
    .sort();
  if (matching.length === 0) throw new UsageError(`there is no file, folder or match for ${place}.`);
  return matching;
}

async function readStdin(): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** Refuses here what the service would refuse, with the file's name; most PDFs and images end here. */
function decode(name: string, bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${name} is not UTF-8 text.`);
  }
  if (text.trim() === '') throw new UsageError(`${name} is empty.`);
  const chars = [...text].length;
  if (chars > limits.analysisChars) {
    throw new UsageError(
      `${name} has ${chars} characters; at most ${limits.analysisChars} are screened at a time.`,
    );
  }
  return text;
}
