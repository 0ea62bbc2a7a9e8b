import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTypeScript } from '../../test/run-example.ts';
import { startTestService, type TestService } from '../../test/service.ts';

const root = join(import.meta.dirname, '..', '..');
const examples = [
  ...readFileSync(join(root, 'client/README.md'), 'utf8').matchAll(/^## (.+)\n\n```ts\n([\s\S]*?)^```/gm),
].map(([, title = '', code = '']) => ({ title, code }));

/** What each prints. */
const expected: Readonly<Record<string, RegExp>> = {
  'Read a provision': /1005\.11[^\n]* https:\/\/[\s\S]+\ntrue\n$/,
  'Walk through the catalog': /cmdoc_\w{26} .*1005[\s\S]*\n\d+ documents of the CFPB\n[a-z-]+, [a-z-]+/,
  'Ask a question': /, byte \d+: ./,
  'Screen a letter': /^(still at work\n)*job_\w{26} risk \d+\np[123] ./,
  'Report an event, and read an error': /^true false\n404 not_found id req_\w{26}\n$/,
};

describe("the README's examples", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('sqlite', {
      environment: { PANDECT_STARTER_CORPUS: 'on' },
    });
  });
  afterAll(() => service.dispose());

  it('are those this test knows', () => {
    expect(examples.map(({ title }) => title)).toEqual(Object.keys(expected));
  });

  it.for(examples)('$title', async ({ title, code }) => {
    const { out, err } = await runTypeScript(code, {
      PANDECT_URL: service.url,
      PANDECT_API_KEY: service.key,
    });
    expect(err).toBe('');
    expect(out).toMatch(expected[title] ?? /^$/);
  });
});
