import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buckets,
  categories,
  limits,
  type Operation,
  operations,
  riskBands,
  scenarios,
  scopes,
  ticketStatuses,
} from '@pandect/contract';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../server/src/config.ts';
import { editions } from '../server/src/corpus/document.ts';
import { guidePages, headingId } from '../server/src/http/guide-pages.ts';
import { mcpTools } from '../server/src/mcp/tools.ts';
import { checked, RuleFile } from '../server/src/screening/rule.ts';
import { runShell, runTypeScript } from './run-example.ts';
import { startTestService, type TestService } from './service.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs/guide');
const names = Object.values(guidePages).flat();
const source = (name: string) => readFileSync(join(folder, `${name}.md`), 'utf8');

describe('the guide says what is so', () => {
  it('has every page of docs/guide in its list, and no other', () => {
    const files = readdirSync(folder).map((file) => file.replace(/\.md$/, ''));
    expect([...names].sort()).toEqual(files.sort());
  });

  // After a change of the settings: vitest run test/docs.test.ts -u
  it('has every setting', async () => {
    const rows = settings.map(
      ({ name, fallback, about }) =>
        `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${about} |`,
    );
    const page = `# Settings\n\nAll from the environment; an empty value is none.\n\n| setting | default | what it is |\n|---|---|---|\n${rows.join('\n')}\n`;
    await expect(page).toMatchFileSnapshot(join(folder, 'settings.md'));
  });

  it('has every rate bucket with its calls and credits', () => {
    for (const [bucket, calls] of Object.entries(buckets)) {
      const credits = new Set(
        Object.values<Operation>(operations)
          .filter((operation) => operation.bucket === bucket)
          .map((operation) => operation.credits),
      );
      const cell = [...credits].sort((a, b) => a - b).join(', ');
      expect(source('operating')).toMatch(
        new RegExp(`^\\| \`${bucket}\` \\| ${calls} \\| .* \\| ${cell} \\|$`, 'm'),
      );
    }
    for (const number of [limits.analysisChars, limits.contentBytes.max, limits.queryChars]) {
      expect(source('operating')).toContain(number.toLocaleString('en-US'));
    }
  });

  it.each<[string, readonly string[]]>([
    ['concepts', [...categories, ...editions]],
    ['security', scopes],
    ['screening', [...scenarios, 'p1', 'p2', 'p3']],
    ['events', ticketStatuses],
    ['mcp', mcpTools.map(({ name }) => name)],
    ['command-line', ['--fail-on', '--format sarif', 'PANDECT_URL', 'PANDECT_API_KEY', 'PANDECT_TEAM']],
  ])('%s names all of %j', (page, words) => {
    for (const word of words) expect(source(page)).toContain(word);
  });

  it('shows a rule that has the form of one', () => {
    const rule = /```yaml\n([\s\S]*?)```/.exec(source('writing-rules'))?.[1] ?? '';
    expect(checked('the guide', RuleFile, parse(rule))).toMatchObject({ id: 'threat-of-arrest' });
  });

  it('has the risk bands', () => {
    for (const { name, from, to } of riskBands) {
      expect(source('screening')).toContain(`| ${from} to ${to} | ${name} |`);
    }
  });
});

describe('the guide, on a running server', () => {
  let service: TestService;
  let environment: Record<string, string>;
  beforeAll(async () => {
    service = await startTestService('sqlite', {
      environment: { PANDECT_STARTER_CORPUS: 'on' },
    });
    environment = { PANDECT_URL: service.url, PANDECT_API_KEY: service.key };
  });
  afterAll(() => service.dispose());

  const examples = names.flatMap((page) =>
    [...source(page).matchAll(/^```sh\n([\s\S]*?)^```\n\n```json\n([\s\S]*?)^```/gm)].map(
      ([, command = '', reply = '']) => ({ page, command, reply }),
    ),
  );
  const hasCurl = spawnSync('curl', ['--version']).status === 0;
  if (!hasCurl) console.warn("SKIPPED: the guide's requests, because there is no curl here");

  it('has a worked example for each API, and none without its reply', () => {
    const pages = new Set(examples.map(({ page }) => page));
    for (const page of guidePages['The API'] ?? []) expect(pages).toContain(page);
    const commands = names.flatMap((page) => [...source(page).matchAll(/^```sh$/gm)]);
    expect(examples).toHaveLength(commands.length);
  });

  it.skipIf(!hasCurl).for(examples)('$page: $command', async ({ command, reply }) => {
    const { out, err } = await runShell(command, environment);
    expect(err).toBe('');
    expectShown(JSON.parse(out), JSON.parse(reply), '');
  });

  it("client: the page's program runs", async () => {
    const code = /```ts\n([\s\S]*?)```/.exec(source('client'))?.[1] ?? '';
    const { out, err } = await runTypeScript(code, environment);
    expect(err).toBe('');
    expect(out).toMatch(/^[a-z-]*complaint[a-z-]*$/m);
  });

  it.each(names)(
    '/docs/guide/%s is served, leads nowhere dead, and loads nothing from outside',
    async (name) => {
      const page = await service.call('GET', `/docs/guide/${name}`, { key: null });
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'unsafe-inline'/,
      );
      expect(page.text).not.toMatch(/<script|<img|<link|\ssrc=|\son\w+=|url\(|@import/i);
      expect(page.text.match(/<h1/g)).toHaveLength(1);
      for (const [, href = ''] of page.text.matchAll(/<a href="([^"]+)"/g)) {
        const [path = '', anchor] = href.split('#');
        if (path === '/docs' || path === '/openapi.json') continue;
        const target = /^\/docs\/guide\/([a-z-]+)$/.exec(path)?.[1] ?? '';
        expect(names, `${name} links to ${href}`).toContain(target);
        if (anchor === undefined) continue;
        const headings = [...source(target).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => headingId(text));
        expect(headings, `${name} links to ${href}`).toContain(anchor);
      }
    },
  );

  it('begins at the quick start, and says which pages there are', async () => {
    const first = await fetch(`${service.url}/docs/guide`, { redirect: 'manual' });
    expect(first.headers.get('location')).toBe('/docs/guide/quick-start');
    const unknown = await service.call('GET', '/docs/guide/nowhere', { key: null });
    expect(unknown).toMatchObject({ status: 404, body: { error: { details: { pages: names } } } });
    expect((await service.call('GET', '/docs', { key: null })).text).toContain('href="/docs/guide"');
  });
});

/** What is shown must be there: `...` stands for any characters, a number for a number, a list for its first entries. */
function expectShown(actual: unknown, shown: unknown, path: string): void {
  if (typeof shown === 'string' && shown.includes('...')) {
    const [before = '', ...after] = shown.split('...');
    expect(actual, path).toEqual(expect.stringMatching(new RegExp(`^${quote(before)}`)));
    for (const part of after) expect(actual, path).toEqual(expect.stringContaining(part));
  } else if (shown === 0) expect(actual, path).toEqual(expect.any(Number));
  else if (Array.isArray(shown)) {
    expect(actual, path).toBeInstanceOf(Array);
    const list: readonly unknown[] = Array.isArray(actual) ? actual : [];
    for (const [i, one] of shown.entries()) expectShown(list[i], one, `${path}[${i}]`);
  } else if (typeof shown === 'object' && shown !== null) {
    for (const [name, value] of Object.entries(shown)) {
      expect(actual, path).toHaveProperty([name]);
      expectShown(Object(actual)[name], value, `${path}.${name}`);
    }
  } else expect(actual, path).toBe(shown);
}

function quote(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

describe('the image', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

  it('has a Dockerfile without a fault', () => {
    expect(validate(dockerfile)).toEqual([]);
    expect(validate('FROM\nRUNN x')).not.toEqual([]);
  });

  it('is built in stages, runs as nobody special, and tells its health', () => {
    const [, last = ''] = dockerfile.split(/^FROM (?!.* AS )/m);
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last).toMatch(/^COPY --from=build /m);
    const [, test = ''] = /CMD (\[.*\])$/m.exec(last) ?? [];
    expect(JSON.parse(test)).toEqual(['node', '-e', expect.stringContaining('/readyz')]);
  });

  it('copies the package file of every workspace before it installs', () => {
    const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const name of workspaces) expect(dockerfile).toContain(`COPY ${name}/package.json ${name}/\n`);
  });

  it('has a compose file with PostgreSQL that knows the settings', () => {
    const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'));
    expect(Object.keys(compose.services)).toEqual(['pandect', 'postgres']);
    const { pandect, postgres } = compose.services;
    for (const name of Object.keys(pandect.environment)) {
      expect(settings.map((setting) => setting.name)).toContain(name);
    }
    expect(pandect.depends_on.postgres.condition).toBe('service_healthy');
    expect(postgres.healthcheck.test).toContain('pg_isready');
    const volumes = [pandect, postgres].flatMap(({ volumes: mounted }) =>
      mounted.map((one: string) => one.split(':')[0]),
    );
    expect(Object.keys(compose.volumes)).toEqual(volumes);
    // No password of ours in a file that people copy.
    expect(postgres.environment.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  });
});
