import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createLog, type LogLevel } from './log.ts';

const folder = mkdtempSync(join(tmpdir(), 'pandect-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function openLog(level: LogLevel) {
  const file = join(folder, `${Math.random()}.log`);
  const log = createLog(level, openSync(file, 'w'));
  const lines = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return { log, lines };
}

describe('the log', () => {
  it('writes one JSON line per event, gathered for a moment', async () => {
    const { log, lines } = openLog('info');
    log.info({ requestId: 'req_1', status: 200 }, 'request');
    expect(lines()).toEqual([]);
    await vi.waitFor(() => expect(lines()).toHaveLength(1));
    expect(lines()[0]).toMatchObject({ level: 'info', msg: 'request', requestId: 'req_1', status: 200 });
    expect(lines()[0].time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('writes warnings and errors at once, errors with their cause', () => {
    const { log, lines } = openLog('info');
    log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'failed');
    expect(lines()[0].err).toMatchObject({ message: 'outer', cause: { message: 'inner' } });
  });

  it('keeps lines whole whatever is in them, and leaves out what is below its level', () => {
    const { log, lines } = openLog('warn');
    log.info({}, 'not this');
    log.warn({ path: 'a\nb", "level": "fake' }, 'this');
    expect(lines()).toHaveLength(1);
    expect(lines()[0].path).toBe('a\nb", "level": "fake');
  });

  it('loses nothing when many lines come', async () => {
    const { log, lines } = openLog('info');
    for (let i = 0; i < 2000; i++) log.info({ i }, 'many');
    log.flush();
    await vi.waitFor(() => expect(lines()).toHaveLength(2000));
  });
});
