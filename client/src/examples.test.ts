import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { type Operation, operations } from '@pandect/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobModule } from '../../server/src/cli/job-module.ts';
import { isServed } from '../../test/served.ts';
import { startTestService, type TestService } from '../../test/service.ts';

const root = join(import.meta.dirname, '..', '..');
/** Inside the installation, so that `@pandect/client` is found the way a user's program finds it. */
const folder = join(root, 'node_modules', '.cache', `client-examples-${process.pid}`);

const examples = [
  ...readFileSync(join(root, 'client/README.md'), 'utf8').matchAll(/^## (.+)\n\n```ts\n([\s\S]*?)^```/gm),
].map(([, title = '', code = '']) => ({ title, code }));

/** What each prints, and the operation it cannot do without. */
const expected: Readonly<Record<string, readonly [RegExp, Operation?]>> = {
  'Read a provision': [/1005\.11[^\n]* https:\/\/[\s\S]+\ntrue\n$/],
  'Walk through the catalog': [/cmdoc_\w{26} .*1005[\s\S]*\n\d+ documents of the CFPB\n[a-z-]+, [a-z-]+/],
  'Ask a question': [/, byte \d+: ./, operations.queryRegulations],
  'Screen a letter': [/^(still at work\n)*job_\w{26} risk \d+\np[123] ./, operations.createScreenAnalysisJob],
  'Report an event, and read an error': [/^true false\n404 not_found id req_\w{26}\n$/],
};

describe("the README's examples", () => {
  let service: TestService;
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    service = await startTestService('sqlite', {
      environment: { PANDECT_STARTER_CORPUS: 'on' },
      ...(jobModule && { jobModule }),
    });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await service.dispose();
  });

  it('are those this test knows', () => {
    expect(examples.map(({ title }) => title)).toEqual(Object.keys(expected));
  });

  it.for(examples)('$title', async ({ title, code }, { skip }) => {
    const [output = /^$/, needed] = expected[title] ?? [];
    if (needed && !(await isServed(service.url, service.key, needed))) skip();
    const file = join(folder, `${title.replace(/\W+/g, '-')}.mjs`);
    writeFileSync(file, stripTypeScriptTypes(code));
    const { out, err } = await new Promise<{ out: string; err: string }>((resolve) => {
      const env = { ...process.env, PANDECT_URL: service.url, PANDECT_API_KEY: service.key };
      execFile(process.execPath, [file], { env }, (_error, out, err) => resolve({ out, err }));
    });
    expect(err.replace(/.*ExperimentalWarning.*\n.*\n/g, '')).toBe('');
    expect(out).toMatch(output);
  });
});
