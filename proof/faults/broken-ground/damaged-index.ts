import { hash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { startPandect, startServe, temporaryFolder } from '../../processes.ts';
import type { Report, Size } from '../../section.ts';
import { callService, waitFor } from '../call-service.ts';

const questions = [
  'How long does a bank have to investigate an error in an electronic transfer?',
  'When must a suspicious activity report be filed?',
  'What must an adverse action notice contain?',
];

/** The index is never trusted over the store: bytes that changed on the disk are found, and made anew. */
export async function proveDamagedIndex(size: Size, report: Report): Promise<void> {
  const folder = temporaryFolder('index');
  const index = join(folder, 'index');
  const environment = { PANDECT_DATA_DIR: folder };
  try {
    const first = await startServe(environment);
    const { key } = first;
    const expected = await answers(first.url(), key);
    await first.stop();
    const rounds = [['.words'], ['.places'], ['manifest'], ['.words', '.places', 'manifest']];
    for (const endings of size === 'full' ? rounds : rounds.slice(-1)) {
      const damaged = readdirSync(index).filter((name) => endings.some((ending) => name.endsWith(ending)));
      const hashes = new Set(damaged.map((name) => flipBytes(join(index, name))));
      const next = startPandect(['serve'], environment);
      await next.ready;
      const given = await answers(next.url(), key);
      const isGone = () => readdirSync(index).every((name) => !hashes.has(hashOf(join(index, name))));
      const gone = await waitFor(isGone, 15_000);
      await next.stop();
      const isRight = given.every((answer, at) => answer === expected[at] && answer !== '');
      report.check(
        `bytes flipped in the index (${endings.join(', ')})`,
        damaged.length > 0 && isRight && gone !== undefined,
        `${isRight ? 'the same answers' : 'other answers'}; ${damaged.length} damaged files ${gone === undefined ? 'are still there' : 'are made anew'}`,
        'the same answers from an index made anew',
      );
    }
    const last = startPandect(['serve'], environment);
    await last.ready;
    const again = await answers(last.url(), key);
    await last.stop();
    report.check(
      'the index that was made anew, after one more start',
      again.every((answer, at) => answer === expected[at]),
      `${questions.length} questions`,
      'the same answers',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function answers(url: string, key: string): Promise<string[]> {
  return Promise.all(
    questions.map(async (query) => {
      const { status, text } = await callService(url, 'POST', '/api/v1/regulations/query', {
        key,
        body: { query },
      });
      return status === 200 ? text : '';
    }),
  );
}

/** Some bytes in the middle and some near the end; the hash of what that leaves. */
function flipBytes(path: string): string {
  const file = openSync(path, 'r+');
  const { size } = fstatSync(file);
  const byte = Buffer.alloc(1);
  for (const at of [Math.floor(size / 2), Math.floor(size * 0.9), size - 1]) {
    readSync(file, byte, 0, 1, at);
    byte.writeUInt8(byte.readUInt8() ^ 0xff);
    writeSync(file, byte, 0, 1, at);
  }
  closeSync(file);
  return hashOf(path);
}

function hashOf(path: string): string {
  return hash('sha256', readFileSync(path), 'hex');
}
