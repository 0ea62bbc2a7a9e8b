import type { PandectClient, RequestOf } from '@pandect/client';
import {
  AnalysisRequest,
  type ObjectSchema,
  type Operation,
  operations,
  type Scenario,
  ScenarioSchema,
  Type,
} from '@pandect/contract';
import {
  presentContent,
  presentDetails,
  presentJob,
  presentJobs,
  presentPassages,
  presentRegulations,
  presentWiki,
  presentWikis,
} from './present.ts';

/** A tool: an operation of the contract with its answer made compact. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly input: ObjectSchema;
  /** False for what submits work: it costs more, and leaves a job behind. */
  readonly readOnly: boolean;
  /** One text per block of the answer. */
  readonly run: (
    client: PandectClient,
    request: unknown,
    signal: AbortSignal,
  ) => Promise<string | readonly string[]>;
}

/** Smaller than the API's own: a model reads what it is given, and can ask for more. */
const contentBytes = 8000;
const listItems = 20;
/** MCP clients give up on a call after a minute. */
const longestScreeningMs = 45_000;

export const mcpTools: readonly McpTool[] = [
  tool(
    operations.queryRegulations,
    async (client, request, signal) => presentPassages(await client.queryRegulations(request, { signal })),
    { without: ['explain'] },
  ),
  tool(
    operations.listRegulations,
    async (client, request, signal) =>
      presentRegulations(await client.listRegulations({ limit: listItems, ...request }, { signal })),
    { without: ['category'], defaults: { limit: listItems } },
  ),
  tool(operations.getRegulationDetails, async (client, request, signal) =>
    presentDetails(await client.getRegulationDetails(request, { signal })),
  ),
  tool(
    operations.getRegulationContent,
    async (client, request, signal) =>
      presentContent(await client.getRegulationContent({ limit: contentBytes, ...request }, { signal })),
    { defaults: { limit: contentBytes } },
  ),
  tool(operations.listRegulationWikis, async (client, request, signal) =>
    presentWikis(await client.listRegulationWikis(request, { signal })),
  ),
  tool(operations.getRegulationWiki, async (client, request, signal) =>
    presentWiki(await client.getRegulationWiki(request, { signal })),
  ),
  analysisTool(
    operations.createScreenAnalysisJob,
    'Screens a text and waits for the findings: what is wrong, with the words that show it (byte ranges of the text) and the law. Nothing is rewritten.',
    screen,
  ),
  analysisTool(
    operations.createRiskAssessmentJob,
    'Scores the risk of a text from 0 to 100, without findings.',
    async (client, request, signal) => presentJob(await client.createRiskAssessmentJob(request, { signal })),
  ),
  tool(operations.getJob, async (client, request, signal) =>
    presentJob(await client.getJob(request, { signal })),
  ),
  tool(
    operations.listJobs,
    async (client, request, signal) =>
      presentJobs(await client.listJobs({ limit: listItems, ...request }, { signal })),
    { defaults: { limit: listItems } },
  ),
];

type Run<Request> = (
  client: PandectClient,
  request: Request,
  signal: AbortSignal,
) => Promise<string | readonly string[]>;

/** Path, query and body of the operation in one flat object, as the client takes them. */
function tool<O extends Operation>(
  operation: O,
  run: Run<RequestOf<O>>,
  change: {
    readonly without?: readonly string[];
    readonly defaults?: Readonly<Record<string, unknown>>;
  } = {},
): McpTool {
  const parts = [operation.params, operation.query, ...(operation.body ? [operation.body] : [])];
  const properties = parts
    .flatMap((part) => Object.entries(part.properties))
    .filter(([name]) => !change.without?.includes(name))
    .map(([name, schema]) => {
      const fallback = change.defaults?.[name];
      return [name, fallback === undefined ? schema : { ...schema, default: fallback }] as const;
    });
  return {
    name: operation.id,
    description: `${operation.summary}. ${operation.description}`,
    input: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: parts.flatMap((part) => part.required),
      additionalProperties: false,
    },
    readOnly: true,
    // The input has been checked against the schema just made from the operation's own.
    run: (client, request, signal) => run(client, request as RequestOf<O>, signal),
  };
}

type Analysis = RequestOf<typeof operations.createScreenAnalysisJob>;

/** Takes `text` and `scenario` alone: there is only one kind of content to analyse. */
function analysisTool(operation: Operation, description: string, run: Run<Analysis>): McpTool {
  const text = AnalysisRequest.properties.content?.properties?.text ?? {};
  return {
    name: operation.id,
    description,
    input: Type.Object({ text, scenario: ScenarioSchema }, { additionalProperties: false }),
    readOnly: false,
    run: (client, request, signal) => {
      const given = request as { readonly text: string; readonly scenario: Scenario };
      return run(client, { scenario: given.scenario, content: { type: 'text', text: given.text } }, signal);
    },
  };
}

/** Waits as long as the caller will; a job that takes longer can be asked for by its id. */
async function screen(client: PandectClient, request: Analysis, signal: AbortSignal): Promise<string> {
  const { id } = await client.createScreenAnalysisJob(request, { signal });
  const patience = AbortSignal.timeout(longestScreeningMs);
  try {
    const job = await client.waitForJob(
      { id },
      { firstWaitMs: 200, signal: AbortSignal.any([signal, patience]) },
    );
    return presentJob(job);
  } catch (error) {
    if (!patience.aborted || signal.aborted) throw error;
    return presentJob({ id, status: 'running', result: null, error: null });
  }
}
