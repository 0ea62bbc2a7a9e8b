import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEncoderVersion } from './search/encoder.ts';
import { openKnownVectors } from './search/known-vectors.ts';
import { encoderDir, readStarterPassages, starterVectorsFile } from './starter-vectors.ts';

/** The odd passage may wait for the next time; a server embeds it by itself. */
const toleratedShare = 0.01;

describe('the vectors of the starter corpus', () => {
  it('cover its passages; when they do not, run: npm run pandect -- corpus embed-starter', async () => {
    const known = openKnownVectors([readFileSync(starterVectorsFile)], await readEncoderVersion(encoderDir));
    const passages = await readStarterPassages();
    const missing = passages.filter(({ hash }) => !known.knownVector(hash));
    expect(passages.length).toBeGreaterThan(2000);
    expect(
      missing.length,
      `${missing.length} of ${passages.length} passages have no vector: run npm run pandect -- corpus embed-starter`,
    ).toBeLessThanOrEqual(toleratedShare * passages.length);
  });
});
