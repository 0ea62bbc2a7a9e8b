import { type Job, type operations, type ReplyOf, riskBandOf, type ScreenResult } from '@pandect/contract';

/**
 * Replies as text for a model that pays per token: ids, byte offsets and section paths stay, since they are
 * how it comes back for more; nulls, empty members and repeated facts go.
 */
type Operations = typeof operations;

export function presentRegulations({ results, pagination }: ReplyOf<Operations['listRegulations']>): string {
  const lines = results.map(
    ({ id, category, title, authorities }) => `${id} ${category} ${authorities.join(',')}: ${title}`,
  );
  return withPaging(lines, pagination);
}

export function presentWikis({ results, pagination }: ReplyOf<Operations['listRegulationWikis']>): string {
  const lines = results.map(({ slug, domain, title, description }) => {
    return `${slug} (${domain}): ${title}. ${description}`;
  });
  return withPaging(lines, pagination);
}

export function presentJobs({ results, pagination }: ReplyOf<Operations['listJobs']>): string {
  const lines = results.map((job) => `${job.jobId} ${job.jobType} ${job.status} ${job.createdAt}`);
  return withPaging(lines, pagination);
}

function withPaging(
  lines: readonly string[],
  { nextCursor, approximateTotal }: { nextCursor: string | null; approximateTotal: number },
): string {
  if (lines.length === 0) return 'Nothing matches.';
  if (nextCursor === null) return lines.join('\n');
  return `${lines.join('\n')}\nAbout ${approximateTotal} in all; next page: cursor=${nextCursor}`;
}

/** A table of contents of thousands of lines would cost more than the text it leads to. */
const mostHeadings = 150;

export function presentDetails(detail: ReplyOf<Operations['getRegulationDetails']>): string {
  const { entries } = detail.tableOfContents;
  let depth = Math.max(0, ...entries.map(({ level }) => level));
  while (depth > 1 && entries.filter(({ level }) => level <= depth).length > mostHeadings) depth--;
  const shown = entries.filter(({ level }) => level <= depth).slice(0, mostHeadings);
  const attributes = Object.entries(detail.attributes ?? {})
    .filter(([name, value]) => value !== null && !['category', 'sourceUrl'].includes(name))
    .map(([name, value]) => `${name}: ${value}`);
  return [
    detail.title,
    `${detail.externalId} = ${detail.id}`,
    [detail.category, detail.authorities.join(','), detail.jurisdictions.join(',')].join(' '),
    `${detail.edition} text, revision ${detail.revision}${detail.inForceFrom ? ` of ${detail.inForceFrom}` : ''}, ${detail.totalBytes} bytes`,
    ...(attributes.length > 0 ? [attributes.join('; ')] : []),
    detail.sourceUrl,
    ...(detail.description === '' ? [] : [detail.description]),
    ...(shown.length > 0 ? ['Contents, by first byte:'] : []),
    ...shown.map(({ title, level, startOffset }) => `${' '.repeat(level - 1)}${startOffset} ${title}`),
    ...(shown.length < entries.length
      ? [`${entries.length - shown.length} deeper or later headings left out.`]
      : []),
  ].join('\n');
}

/** What the text is, and apart from it the text itself, byte for byte. */
export function presentContent({
  regulation,
  content,
}: ReplyOf<Operations['getRegulationContent']>): readonly [string, string] {
  const { startOffset, endOffset, totalBytes, hasMore, text } = content;
  const more = hasMore ? `; next: offset=${endOffset}` : '';
  const what = `${regulation.externalId} (${regulation.edition}, revision ${regulation.revision})`;
  return [`${what} bytes ${startOffset}-${endOffset} of ${totalBytes}${more}`, text];
}

type Citation = ReplyOf<Operations['queryRegulations']>['results'][number];

export function presentPassages({ results }: ReplyOf<Operations['queryRegulations']>): string {
  if (results.length === 0) return 'Nothing matches.';
  return results.map(presentCitation).join('\n\n');
}

function presentCitation({ regulation, chunks }: Citation): string {
  const passages = chunks.map((chunk) => `${placeOf(chunk)}\n${chunk.text}`);
  return [`# ${regulation.title} (${regulation.id})`, ...passages].join('\n');
}

function placeOf({ startOffset, endOffset, sectionPath }: Citation['chunks'][number]): string {
  const range = startOffset === null ? '' : `[${startOffset}-${endOffset}] `;
  return `${range}${sectionPath ?? ''}`.trim();
}

export function presentWiki(wiki: ReplyOf<Operations['getRegulationWiki']>): string {
  const stale = wiki.staleSources?.length
    ? `\nA newer text exists than this was written from: ${wiki.staleSources.join(', ')}`
    : '';
  return `# ${wiki.title} (${wiki.slug}, ${wiki.updatedAt.slice(0, 10)})${stale}\n\n${wiki.body.trim()}`;
}

export function presentJob(job: Pick<Job, 'id' | 'status' | 'result' | 'error'>): string {
  if (job.error) return `${job.id} failed: ${job.error.code}: ${job.error.message}`;
  if (!job.result) return `${job.id} is still running; ask again with getJob in a few seconds.`;
  const { riskScore } = job.result;
  const risk = `risk ${riskScore} of 100, ${riskBandOf(riskScore)} (${job.id})`;
  return job.result.type === 'analysis.screen.result' ? presentFindings(risk, job.result) : risk;
}

/** The law's words in a finding are a pointer; the whole passage is one call away. */
const quotedChars = 200;

function presentFindings(risk: string, { findings }: ScreenResult): string {
  if (findings.length === 0) return `${risk}; no findings`;
  const parts = findings.map((finding) => {
    const evidence = (finding.evidence ?? []).map(
      ({ text, startOffset, endOffset }) => `  "${shorten(text)}" [${startOffset}-${endOffset}]`,
    );
    const law = finding.citations.flatMap(({ regulation, chunks }) =>
      chunks.map((chunk) => `  law: ${regulation.id} ${placeOf(chunk)}: ${shorten(chunk.text)}`),
    );
    const rule = finding.ruleId === undefined ? '' : ` (${finding.ruleId})`;
    return [`${finding.priority} ${finding.title}${rule}`, `  ${finding.details}`, ...evidence, ...law].join(
      '\n',
    );
  });
  return [`${risk}; ${findings.length} findings`, ...parts].join('\n');
}

function shorten(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > quotedChars ? `${flat.slice(0, quotedChars)}…` : flat;
}
