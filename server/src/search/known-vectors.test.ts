import { describe, expect, it } from 'vitest';
import { dimensions, passageHash } from './encoder.ts';
import { knownVectorRecord, knownVectorsHeader, openKnownVectors } from './known-vectors.ts';

const vector = Int8Array.from({ length: dimensions }, (_, at) => (at % 255) - 127);
const hash = passageHash('99 CFR 1.1 Example', 'Keep a log.');
const file = Buffer.concat([knownVectorsHeader('abc.1'), knownVectorRecord(hash, vector)]);

describe('known vectors', () => {
  it('gives back the vector of a passage by its hash', () => {
    const known = openKnownVectors([file], 'abc.1');
    expect(known.size).toBe(1);
    expect(known.knownVector(hash)).toEqual(vector);
    expect(known.knownVector(passageHash('99 CFR 1.1 Example', 'Keep no log.'))).toBeUndefined();
  });

  it('knows nothing of what another encoder made', () => {
    expect(openKnownVectors([file], 'abc.2').size).toBe(0);
  });

  it('loses no more than the record a file was cut in', () => {
    const two = Buffer.concat([file, knownVectorRecord(passageHash('', 'Other.'), vector)]);
    expect(openKnownVectors([two.subarray(0, -1)], 'abc.1').size).toBe(1);
  });

  it('names a passage by what of it is embedded', () => {
    const long = 'word '.repeat(400);
    expect(passageHash('line', `${long}one end`)).toBe(passageHash('line', `${long}another`));
    expect(passageHash('line', 'text')).not.toBe(passageHash('other line', 'text'));
  });
});
