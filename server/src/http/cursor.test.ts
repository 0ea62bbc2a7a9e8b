import { describe, expect, it } from 'vitest';
import { createCursors } from './cursor.ts';

describe('cursors', () => {
  const scope = { list: 'listJobs', teamId: 'default', filters: { jobType: ['a'], start: undefined } };

  it('open to the position they were made with, for an hour', () => {
    let now = 1_000_000;
    const cursors = createCursors(Buffer.from('secret'), () => now);
    const cursor = cursors.make(scope, [17, 'job_x']);
    now += 3599;
    expect(cursors.open(scope, cursor)).toEqual([17, 'job_x']);
    now += 1;
    expect(() => cursors.open(scope, cursor)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
  });

  it('are bound to list, team, filters and secret', () => {
    const cursors = createCursors(Buffer.from('secret'), () => 1);
    const cursor = cursors.make(scope, [1]);
    const others = [
      { ...scope, list: 'listTickets' },
      { ...scope, teamId: 'other' },
      { ...scope, filters: { jobType: ['b'] } },
      { ...scope, filters: {} },
    ];
    for (const other of others) expect(() => cursors.open(other, cursor)).toThrow('cursor');
    expect(() => createCursors(Buffer.from('x'), () => 1).open(scope, cursor)).toThrow('cursor');
    expect(cursors.open({ ...scope, filters: { start: undefined, jobType: ['a'] } }, cursor)).toEqual([1]);
  });

  it.each(['', '.', 'a.b', 'x'.repeat(2000), '..', 'eyJ9.'])('refuse %j', (cursor) => {
    expect(() => createCursors(Buffer.from('s'), () => 1).open(scope, cursor)).toThrow('cursor');
  });
});
