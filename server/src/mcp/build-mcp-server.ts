import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaType,
  type jsonSchemaValidator,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { ConnectionError, type PandectClient, PandectError } from '@pandect/client';
import {
  AnalysisRequest,
  findFault,
  isScenario,
  type ObjectSchema,
  ScenarioSchema,
  type Schema,
  Type,
} from '@pandect/contract';
import { presentWiki } from './present.ts';
import { reviewPrompt } from './review-prompt.ts';
import { mcpTools } from './tools.ts';

const instructions = `Pandect holds US banking and fintech law: statutes, regulations, examination handbooks and guidance, one document per provision, and playbooks that trace each duty from statute to handbook. Texts are verbatim; offsets are bytes of the UTF-8 text. Begin with queryRegulations for a question, getRegulationDetails for a known provision (ids such as 12-cfr-1005-11), listRegulationWikis for how to do something. Cite document ids and byte offsets.`;

/** What is the same for every caller may be kept for a while: the tools change with a new version only. */
const unchanging = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** Attached texts end here; the rest is read with `getRegulationContent`. */
const mostResourceBytes = 200_000;

/** The tools, resources and prompt, each answered through the client: the same rooms as the API's, by another door. */
export function buildMcpServer(client: PandectClient, version: string): McpServer {
  const server = new McpServer(
    { name: 'pandect', title: 'Pandect', version },
    {
      instructions,
      cacheHints: {
        'tools/list': unchanging,
        'prompts/list': unchanging,
        'resources/templates/list': unchanging,
      },
    },
  );
  registerTools(server, client);
  registerResources(server, client);
  registerPrompts(server);
  return server;
}

function registerTools(server: McpServer, client: PandectClient): void {
  for (const tool of mcpTools) {
    server.registerTool(
      tool.name,
      {
        description: tool.description,
        inputSchema: standardSchema(tool.input),
        annotations: { readOnlyHint: tool.readOnly, destructiveHint: false, openWorldHint: false },
      },
      async (request, { mcpReq }): Promise<CallToolResult> => {
        try {
          const answer = await tool.run(client, request, mcpReq.signal);
          return { content: [answer].flat().map((text) => ({ type: 'text', text })) };
        } catch (error) {
          return { isError: true, content: [{ type: 'text', text: explain(error) }] };
        }
      },
    );
  }
}

/** What the model can act on; anything else is ours, and goes up. */
function explain(error: unknown): string {
  if (error instanceof PandectError) {
    const wait = error.retryAfterSeconds === undefined ? '' : ` Retry after ${error.retryAfterSeconds} s.`;
    const valid = error.details?.valid;
    return `${error.code}: ${error.message}${Array.isArray(valid) ? ` Valid: ${valid.join(', ')}.` : ''}${wait}`;
  }
  if (error instanceof ConnectionError) return error.message;
  throw error;
}

function registerResources(server: McpServer, client: PandectClient): void {
  server.registerResource(
    'regulation',
    new ResourceTemplate('regulation://{id}', { list: undefined }),
    {
      title: 'Regulation',
      description: 'The verbatim text of a document, by slug (regulation://12-cfr-1005-11) or document id.',
      mimeType: 'text/plain',
    },
    async (uri, { id }, { mcpReq }) => {
      const text = await readResource(uri, () => readBounded(client, String(id), mcpReq.signal));
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
    },
  );
  server.registerResource(
    'wiki',
    new ResourceTemplate('wiki://{slug}', { list: undefined }),
    {
      title: 'Playbook',
      description: 'A compliance playbook as Markdown, by slug: wiki://adverse-action-notices.',
      mimeType: 'text/markdown',
    },
    async (uri, { slug }, { mcpReq }) => {
      const { signal } = mcpReq;
      const text = await readResource(uri, async () =>
        presentWiki(await client.getRegulationWiki({ slug: String(slug) }, { signal })),
      );
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
    },
  );
}

async function readResource(uri: URL, read: () => Promise<string>): Promise<string> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PandectError && error.code === 'not_found')
      throw new ResourceNotFoundError(uri.href);
    throw error;
  }
}

async function readBounded(client: PandectClient, id: string, signal: AbortSignal): Promise<string> {
  let { regulation, content } = await client.getRegulationContent({ id }, { signal });
  const { revision } = regulation;
  let text = content.text;
  while (content.hasMore && content.endOffset < mostResourceBytes) {
    ({ content } = await client.getRegulationContent(
      { id, revision, offset: content.endOffset },
      { signal },
    ));
    text += content.text;
  }
  if (!content.hasMore) return text;
  return `${text}\n[Ends at byte ${content.endOffset} of ${content.totalBytes}: go on with getRegulationContent.]`;
}

function registerPrompts(server: McpServer): void {
  const text = AnalysisRequest.properties.content?.properties?.text ?? {};
  server.registerPrompt(
    'review-text',
    {
      title: 'Review a text',
      description: 'Review a letter, ad or script for compliance, with findings traced to the law.',
      argsSchema: standardSchema(Type.Object({ text, scenario: Type.Optional(ScenarioSchema) })),
    },
    (given) => {
      const { text: reviewed, scenario }: { text?: unknown; scenario?: unknown } = Object(given);
      const purpose = typeof scenario === 'string' && isScenario(scenario) ? scenario : 'generic';
      return {
        messages: [
          { role: 'user', content: { type: 'text', text: reviewPrompt(String(reviewed), purpose) } },
        ],
      };
    },
  );
}

/** The contract's own checker in place of the library's: the same faults in the same words, and nothing to load. */
const contractValidator: jsonSchemaValidator = {
  getValidator: (schema) => (input) => {
    const fault = findFault(schema as Schema, input);
    return fault
      ? { valid: false, data: undefined, errorMessage: `${fault.path || 'the input'} ${fault.problem}` }
      : { valid: true, data: input as never, errorMessage: undefined };
  },
};

function standardSchema(schema: ObjectSchema) {
  return fromJsonSchema(schema as JsonSchemaType, contractValidator);
}
