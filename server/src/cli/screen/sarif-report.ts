import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLocator } from './locate-evidence.ts';
import { type Finding, type Priority, type Report, ruleIdOf, type Screened } from './report.ts';

/** SARIF 2.1.0 (OASIS), what code hosts show beside the lines they are about. */
export function sarifReport(report: Report, version: string): string {
  const found = report.screened.flatMap((screened) =>
    screened.result.findings.map((finding) => ({ screened, finding })),
  );
  const rules = new Map<string, Finding>();
  for (const { finding } of found) {
    if (!rules.has(ruleIdOf(finding))) rules.set(ruleIdOf(finding), finding);
  }
  const ruleIds = [...rules.keys()];
  const locators = new Map(report.screened.map(({ name, text }) => [name, createLocator(text)]));
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Pandect',
            semanticVersion: version,
            rules: [...rules].map(([id, finding]) => ({
              id,
              shortDescription: { text: finding.title },
              fullDescription: { text: finding.details },
              defaultConfiguration: { level: levels[finding.priority] },
            })),
          },
        },
        invocations: [
          {
            executionSuccessful: report.unscreened.length === 0,
            toolExecutionNotifications: report.unscreened.map(({ name, problem }) => ({
              level: 'error',
              message: { text: problem },
              locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(name) } } }],
            })),
          },
        ],
        artifacts: report.screened.map(({ name, text, jobId, result }) => ({
          location: { uri: uriOf(name) },
          length: Buffer.byteLength(text),
          encoding: 'UTF-8',
          hashes: { 'sha-256': createHash('sha256').update(text).digest('hex') },
          properties: { jobId, riskScore: result.riskScore, scenario: report.scenario },
        })),
        columnKind: 'unicodeCodePoints',
        results: found.map(({ screened, finding }) => ({
          ruleId: ruleIdOf(finding),
          ruleIndex: ruleIds.indexOf(ruleIdOf(finding)),
          level: levels[finding.priority],
          message: { text: `${finding.title}. ${finding.details}` },
          locations: locationsOf(screened, finding, locators.get(screened.name)),
          relatedLocations: lawOf(finding),
          partialFingerprints: { 'pandect/v1': fingerprint(screened, finding) },
          properties: {
            priority: finding.priority,
            ...(finding.confidence !== undefined && { confidence: finding.confidence }),
          },
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const levels: Readonly<Record<Priority, string>> = { p1: 'error', p2: 'warning', p3: 'note' };

/** What is missing is said of the whole file. */
function locationsOf(
  { name }: Screened,
  finding: Finding,
  locate: ReturnType<typeof createLocator> | undefined,
) {
  const artifactLocation = { uri: uriOf(name) };
  const regions = (finding.evidence ?? []).flatMap(({ text, startOffset, endOffset }) => {
    if (!locate) return [];
    const { start, end } = locate(startOffset, endOffset);
    return [
      {
        startLine: start.line,
        startColumn: start.column,
        endLine: end.line,
        endColumn: end.column,
        snippet: { text },
      },
    ];
  });
  if (regions.length === 0) return [{ physicalLocation: { artifactLocation } }];
  return regions.map((region) => ({ physicalLocation: { artifactLocation, region } }));
}

function lawOf(finding: Finding) {
  const passages = finding.citations.flatMap(({ regulation, chunks }) =>
    chunks.map((chunk) => ({ regulation, chunk })),
  );
  return passages.map(({ regulation, chunk }, id) => ({
    id,
    message: { text: [regulation.title, chunk.sectionPath, chunk.text].filter(Boolean).join(': ') },
    ...(URL.canParse(regulation.sourceUrl) && {
      physicalLocation: { artifactLocation: { uri: new URL(regulation.sourceUrl).href } },
    }),
    properties: { regulationId: regulation.id },
  }));
}

/** The same words under the same rule are the same result, wherever the lines around them move. */
function fingerprint({ name }: Screened, finding: Finding): string {
  const words = (finding.evidence ?? []).map(({ text }) => text);
  return createHash('sha256')
    .update(JSON.stringify([uriOf(name), ruleIdOf(finding), words]))
    .digest('hex')
    .slice(0, 32);
}

function uriOf(name: string): string {
  if (isAbsolute(name)) return pathToFileURL(name).href;
  return name.split(/[\\/]/).map(encodeURIComponent).join('/');
}
