import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { operations } from '@pandect/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './service.ts';

const root = join(import.meta.dirname, '..');
const entry = join(root, 'server/src/cli/pandect.ts');

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pandect-mcp-'));
  service = await startTestService('sqlite', {
    environment: { PANDECT_STARTER_CORPUS: 'on' },
  });
});
afterAll(async () => {
  await service.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** The protocol's two eras, as the official client speaks them. */
const eras = {
  '2026-07-28': { mode: { pin: '2026-07-28' } },
  '2025-11-25': { mode: 'legacy' },
} as const;
type Era = keyof typeof eras;

const http = (key: string) =>
  new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
    requestInit: { headers: { 'x-api-key': key } },
  });
const stdio = (environment: Record<string, string>) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [entry, 'mcp'],
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      PANDECT_DATA_DIR: folder,
      ...environment,
    },
  });
const doors = {
  'Streamable HTTP': () => http(service.key),
  'stdio on local data': () => stdio({}),
  'stdio to a server': () => stdio({ PANDECT_URL: service.url, PANDECT_API_KEY: service.key }),
};
type Door = keyof typeof doors;

const combinations = (Object.keys(doors) as Door[]).flatMap((door) =>
  (Object.keys(eras) as Era[]).map((era) => [door, era] as const),
);

async function connect(transport: ReturnType<(typeof doors)[Door]>, era: Era): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: eras[era] });
  await client.connect(transport);
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: args });
  const texts = result.content.map((block) => (block.type === 'text' ? block.text : ''));
  return { failed: result.isError === true, text: texts.join('\n'), texts };
}

describe.each(combinations)('MCP over %s, protocol %s', (door, era) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(doors[door](), era);
  });
  afterAll(() => client.close());

  it('speaks this version of the protocol', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    expect(client.getServerVersion()?.name).toBe('pandect');
    expect(client.getInstructions()).toContain('queryRegulations');
  });

  it('has the operations as tools, with the descriptions and limits of the contract', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'queryRegulations',
      'listRegulations',
      'getRegulationDetails',
      'getRegulationContent',
      'listRegulationWikis',
      'getRegulationWiki',
      'createScreenAnalysisJob',
      'createRiskAssessmentJob',
      'getJob',
      'listJobs',
    ]);
    const content = tools.find(({ name }) => name === 'getRegulationContent');
    expect(content?.description).toContain(operations.getRegulationContent.summary);
    expect(content?.inputSchema).toMatchObject({
      required: ['id'],
      additionalProperties: false,
      properties: { limit: { maximum: 40_000, default: 8000 } },
    });
    expect(tools.find(({ name }) => name === 'createScreenAnalysisJob')?.inputSchema).toMatchObject({
      required: ['text', 'scenario'],
      properties: { text: { maxLength: 100_000 } },
    });
  });

  it('lists, and pages by cursor', async () => {
    const first = await call(client, 'listRegulations', { authorities: ['cfpb'], limit: 3 });
    const cursor = /next page: cursor=(\S+)$/.exec(first.text)?.[1];
    const second = await call(client, 'listRegulations', { authorities: ['cfpb'], limit: 3, cursor });
    const ids = [first, second].flatMap(({ text }) => text.match(/^cmdoc_\w{26} (?=\w+ .*cfpb.*: )/gm) ?? []);
    expect(new Set(ids).size).toBe(6);
    expect((await call(client, 'listRegulations', { query: 'zzzzqqqq' })).text).toBe('Nothing matches.');
  });

  it('reads details and a text in slices that join to the whole', async () => {
    const details = await call(client, 'getRegulationDetails', { id: '12-cfr-1005-11' });
    expect(details.text).toMatch(/^12-cfr-1005-11 = cmdoc_\w{26}$/m);
    expect(details.text).not.toMatch(/null|undefined/);
    const totalBytes = Number(/(\d+) bytes$/m.exec(details.text)?.[1]);
    let offset: string | undefined = '0';
    let text = '';
    while (offset !== undefined) {
      const slice = await call(client, 'getRegulationContent', {
        id: '12-cfr-1005-11',
        offset: Number(offset),
        limit: 900,
      });
      text += slice.texts[1];
      offset = /; next: offset=(\d+)$/.exec(slice.texts[0] ?? '')?.[1];
    }
    expect(Buffer.byteLength(text)).toBe(totalBytes);
  });

  it('reads playbooks', async () => {
    const list = await call(client, 'listRegulationWikis', { query: 'adverse action', limit: 2 });
    expect(list.text).toMatch(/^adverse-action-notices \(/m);
    const wiki = await call(client, 'getRegulationWiki', { slug: 'adverse-action-notices' });
    expect(wiki.text).toMatch(/^# .+ \(adverse-action-notices, \d{4}-\d\d-\d\d\)\n/);
    expect(wiki.text).toContain('[Source: ');
  });

  it('says what was wrong with a call, as an answer the model can act on', async () => {
    expect(await call(client, 'getRegulationDetails', { id: 'nowhere' })).toMatchObject({
      failed: true,
      text: 'not_found: There is no document "nowhere".',
    });
    const domain = await call(client, 'listRegulationWikis', { domain: 'x' });
    expect(domain.text).toMatch(/^invalid_request: .* Valid: consumer-protection-credit, /);
    const misspelt = await call(client, 'listRegulations', { authority: 'cfpb' });
    expect(misspelt).toMatchObject({ failed: true, text: expect.stringContaining('authority is not known') });
  });

  it('has documents and playbooks as resources', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'regulation://{id}',
      'wiki://{slug}',
    ]);
    const { contents } = await client.readResource({ uri: 'regulation://12-cfr-1005-11' });
    const whole = await service.call('GET', '/api/v1/regulations/12-cfr-1005-11/content');
    expect(contents).toMatchObject([
      { uri: 'regulation://12-cfr-1005-11', mimeType: 'text/plain', text: whole.body.content.text },
    ]);
    const wiki = await client.readResource({ uri: 'wiki://adverse-action-notices' });
    expect(wiki.contents).toMatchObject([{ mimeType: 'text/markdown' }]);
    await expect(client.readResource({ uri: 'wiki://nowhere' })).rejects.toThrow(/wiki:\/\/nowhere/);
  });

  it('has a prompt for reviewing a text', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['review-text']);
    const { messages } = await client.getPrompt({
      name: 'review-text',
      arguments: { text: 'Guaranteed approval!', scenario: 'marketing_asset' },
    });
    expect(JSON.stringify(messages)).toMatch(
      /marketing_asset.*createScreenAnalysisJob.*Guaranteed approval!/,
    );
    await expect(client.getPrompt({ name: 'review-text', arguments: { scenario: 'x' } })).rejects.toThrow();
  });

  it('answers a question with passages', async () => {
    const { text } = await call(client, 'queryRegulations', {
      query: 'How long may a bank take to investigate a debit card error?',
      limit: 4,
    });
    expect(text).toMatch(/^# .+ \(cmdoc_\w{26}\)\n\[\d+-\d+\] .+\n./);
    expect(text).not.toMatch(/null|undefined/);
  });

  it('screens a text and waits for the findings', async () => {
    const { text } = await call(client, 'createScreenAnalysisJob', {
      text: 'Pay today or we will have you arrested.',
      scenario: 'debt_collection',
    });
    expect(text).toMatch(/^risk \d+ of 100, \w+ \(job_\w{26}\); \d+ findings\np1 /);
    const id = /job_\w{26}/.exec(text)?.[0];
    expect((await call(client, 'getJob', { id })).text).toBe(text);
  });

  it('scores a text', async () => {
    const { text } = await call(client, 'createRiskAssessmentJob', {
      text: 'Pay today or we will have you arrested.',
      scenario: 'debt_collection',
    });
    expect(text).toMatch(/^risk \d+ of 100, \w+ \(job_\w{26}\)$/);
  });
});

describe('MCP at /mcp has the keys, scopes, limits and ledger of the API', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const accept = { accept: 'application/json, text/event-stream' };

  it('refuses who has no key, and pages of other origins', async () => {
    for (const key of [null, 'nonsense']) {
      const reply = await service.call('POST', '/mcp', { key, body: ping, headers: accept });
      expect(reply).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
      expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    }
    const origin = 'https://evil.example';
    const reply = await service.call('POST', '/mcp', { body: ping, headers: { ...accept, origin } });
    expect(reply).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    expect((await service.call('GET', '/mcp')).status).toBe(405);
  });

  it('takes a key as Bearer, and an access token', async () => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_secret: service.key });
    const issued = await fetch(`${service.url}/oauth/token`, { method: 'POST', body: form });
    const { access_token: token } = (await issued.json()) as { access_token: string };
    for (const credential of [service.key, token]) {
      const headers = { authorization: `Bearer ${credential}` };
      const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
        requestInit: { headers },
      });
      const client = await connect(transport, '2026-07-28');
      expect((await call(client, 'listRegulations', { limit: 1 })).failed).toBe(false);
      await client.close();
    }
  });

  it('a tool needs the scope of its operation', async () => {
    const client = await connect(http(await service.newKey({ scopes: ['wikis'] })), '2026-07-28');
    expect((await call(client, 'listRegulationWikis', {})).failed).toBe(false);
    expect(await call(client, 'listRegulations', {})).toMatchObject({
      failed: true,
      text: 'forbidden: The credential lacks the scope regulations.',
    });
    await client.close();
  });

  it('a tool call is a call of its operation in the ledger, and costs the same', async () => {
    const key = await service.newKey({ team: 'ledger' });
    const client = await connect(http(key), '2026-07-28');
    await client.listTools();
    await call(client, 'getRegulationDetails', { id: '12-cfr-1005-11' });
    await call(client, 'getRegulationDetails', { id: 'nowhere' });
    await client.close();
    const usage = await service.call('GET', '/api/v1/usage', { key });
    const counted = usage.body.results.filter(
      ({ operation }: { operation: string }) => operation !== 'listUsage',
    );
    expect(counted).toMatchObject([{ operation: 'getRegulationDetails', calls: 1, credits: 1 }]);
  });

  it('a tool call counts on the bucket of its operation', async () => {
    const limited = await startTestService('sqlite', {
      environment: { PANDECT_RATE_LIMITS: 'wikis=2/min' },
    });
    const transport = new StreamableHTTPClientTransport(new URL(`${limited.url}/mcp`), {
      requestInit: { headers: { 'x-api-key': limited.key } },
    });
    const client = await connect(transport, '2026-07-28');
    for (let i = 0; i < 2; i++) expect((await call(client, 'listRegulationWikis', {})).failed).toBe(false);
    expect((await call(client, 'listRegulationWikis', {})).text).toMatch(
      /^rate_limit_exceeded: The wikis bucket .* Retry after \d+ s\.$/,
    );
    await client.close();
    await limited.dispose();
  });
});
