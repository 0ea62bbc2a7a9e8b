import { ApiError } from '@pandect/contract';
import { describe, expect, it } from 'vitest';
import { UnderWay } from './under-way.ts';

describe('requests under way', () => {
  it('are refused with 503 past the limit and taken again when others have ended, well or not', async () => {
    const underWay = new UnderWay(2);
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const done = [underWay.count(() => first.promise), underWay.count(() => second.promise)];
    const refusal = catchError(() => underWay.check());
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    first.reject(new Error('failed'));
    await expect(done[0]).rejects.toThrow('failed');
    underWay.check();
    second.resolve();
    await done[1];
    underWay.check();
  });

  it('that end at once leave nothing behind', () => {
    const underWay = new UnderWay(1);
    expect(underWay.count(() => {})).toBeUndefined();
    expect(() =>
      underWay.count(() => {
        throw new Error('failed');
      }),
    ).toThrow('failed');
    underWay.check();
  });
});

function catchError(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
