import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleMarkdown } from './fixtures/corpus.ts';

// Each of these starts many processes or imports; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 });

const root = join(import.meta.dirname, '..');
const entry = join(root, 'server/src/cli/pandect.ts');

describe('pandect query and the index', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pandect-cli-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      execFile(
        process.execPath,
        [entry, ...args],
        { cwd: root, env: { ...process.env, PANDECT_DATA_DIR: folder, PANDECT_VECTORS: 'off' } },
        (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
      );
    });

  it('answers from a new folder, in rank order, plainly where nobody looks', async () => {
    const { code, out, err } = await run(
      'query',
      'when',
      'must',
      'a',
      'bank',
      'file',
      'a',
      'SAR',
      '--limit',
      '3',
    );
    expect([code, err]).toEqual([0, '']);
    expect(out.match(/^\d+\. /gm)).toEqual(['1. ', '2. ', '3. ']);
    expect(out).toMatch(/, bytes \d+ to \d+\n {4}https:\/\//);
    expect(out).not.toContain('\x1b');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(160);
  });

  it('gives the reply of the API as JSON, explains, filters, and refuses what the API refuses', async () => {
    const json = await run('query', 'error resolution', '--category', 'statute', '--explain', '--json');
    const reply = JSON.parse(json.out);
    expect(reply.results.length).toBeGreaterThan(0);
    for (const { regulation, chunks } of reply.results) {
      expect(regulation.category).toBe('statute');
      expect(chunks[0].explanation.score).toEqual(expect.any(Number));
    }
    expect((await run('query', 'error', '--explain', '--limit', '1')).out).toMatch(
      /score \d+ = \w+ \d+ [+-] /,
    );
    const refused = await run('query', 'error', '--limit', '51');
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/1 to 50/);
    const unknown = await run('query', 'error', '--jurisdiction', 'france');
    expect(unknown.err).toContain('us-federal');
    expect((await run('query', 'zyzzyva')).out).toBe('Nothing was found.\n');
  });

  it('an import indexes what it brought; status tells; --no-index leaves it to `corpus index`', async () => {
    const write = (word: string) => {
      const file = join(folder, `${word}.md`);
      writeFileSync(
        file,
        exampleMarkdown({ externalId: `doc-${word}`, body: `(a) **Purpose.** About ${word}.` }),
      );
      return file;
    };
    const first = await run('corpus', 'import', write('heliotrope'));
    expect(first.out).toContain('1 documents indexed');
    const second = await run('corpus', 'import', '--no-index', write('marigold'));
    expect(second.out).not.toContain('indexed');
    const before = JSON.parse((await run('corpus', 'status', '--json')).out);
    expect(before.index).toMatchObject({ generation: before.generation - 1 });
    expect((await run('corpus', 'index')).out).toContain('1 documents indexed');
    const after = JSON.parse((await run('corpus', 'status', '--json')).out);
    expect(after.index.generation).toBe(after.generation);
    expect(after.index.chunks).toBeGreaterThan(before.index.chunks);
    expect((await run('query', 'marigold', '--limit', '1')).out).toContain('About marigold.');
  });
});
