import type { Attributes } from '../corpus/document.ts';
import { readFederalRegisterBlocks, subjectOf } from './federal-register-blocks.ts';
import {
  authoritiesOf,
  categoryOf,
  describe,
  documentNumber,
  effectiveDate,
  filingDate,
  issueDate,
  printedDate,
} from './federal-register-facts.ts';
import { detectSpacing, inlineText } from './federal-register-inline.ts';
import type { Outline } from './outline.ts';
import { type Reader, SourceError, type SourceFile } from './reader.ts';
import { foldSpace, parseXml, type XmlElement } from './xml-tree.ts';

const documentElements: ReadonlySet<string> = new Set(['RULE', 'PRORULE', 'NOTICE']);

/**
 * Federal Register documents in GPO's XML: one RULE, PRORULE or NOTICE per file, or a whole FEDREG issue.
 * One Register document is one Pandect document.
 */
export const federalRegisterReader = {
  format: 'federal-register-xml',
  recognises(_name: string, head: string) {
    const root = /<([A-Za-z][A-Za-z0-9]*)[\s/>]/.exec(head.replace(/<[?!][^>]*>/g, ''))?.[1] ?? '';
    return root === 'FEDREG' || documentElements.has(root);
  },
  *read(file: SourceFile) {
    const root = parseXml(file.bytes);
    const issue = root.name === 'FEDREG' ? readIssue(root) : {};
    const found = [...findDocuments(root, undefined)];
    if (found.length === 0) {
      throw new SourceError('no_text', `the ${root.name} holds no RULE, PRORULE or NOTICE`, root.line);
    }
    for (const { element, page } of found) {
      yield readDocument(element, file, { ...issue, ...(page === undefined ? {} : { page }) }, found.length);
    }
  },
} satisfies Reader;

interface Issue {
  readonly volume?: string;
  readonly date?: string;
  readonly page?: string;
}

function readDocument(root: XmlElement, file: SourceFile, issue: Issue, documents: number): Outline {
  const spacing = detectSpacing(root);
  const textOf = (element: XmlElement) => inlineText(element.children, spacing);
  const preamble = childrenOf(root).find((child) => child.name === 'PREAMB') ?? root;
  const filing = childrenOf(root)
    .filter((child) => child.name === 'FRDOC')
    .map(textOf)
    .join(' ');
  const { number, part } = numberOf(filing, documents === 1 ? file.name : '', root.line);
  const subjectElement = subjectOf(root);
  const subject = subjectElement ? textOf(subjectElement) : '';
  const blocks = readFederalRegisterBlocks(root, spacing);
  const heading = subject === '' ? filing : subject;
  if (blocks.length === 0 || heading === '') {
    throw new SourceError('no_text', `FR Doc. ${number} holds no subject or no text`, root.line);
  }

  const section = (name: string) => sectionText(preamble, name, textOf);
  const agencies = childrenOf(preamble)
    .filter((child) => child.name === 'AGENCY' || child.name === 'SUBAGY')
    .map(textOf);
  const authorities = authoritiesOf(agencies);
  const category = categoryOf({
    root: root.name,
    action: section('ACT'),
    subject,
    setsRegulationText: hasRegulationText(root),
    agencyCount: childrenOf(preamble).filter((child) => child.name === 'AGENCY').length,
  });
  const issuedOn = issueDate([...findAll(root, 'DATED')].map(textOf));
  const effective = effectiveDate(`${section('EFFDATE')} ${section('DATES')}`);
  const filed = filingDate(filing);
  const sourceUrl = `https://www.federalregister.gov/d/${number}`;
  const attributes: Attributes = {
    category,
    citation: citationOf(number, preamble, issue),
    sourceUrl,
    documentNumber: number,
    ...(issuedOn === undefined ? {} : { issuedOn }),
    ...(effective === undefined ? {} : { effectiveDate: effective }),
    ...(category === 'interagencyGuidance' ? { issuingAuthorities: authorities } : {}),
  };
  const title = part === '' ? heading : `${heading} (part ${part})`;
  const description = describe(section('SUM'));
  const editionDate = file.editionDate ?? issue.date ?? filed ?? issuedOn;
  return {
    facts: {
      externalId: slugOf(part === '' ? number : `${number}-${part}`),
      category,
      title,
      ...(description === undefined ? {} : { description }),
      authorities,
      jurisdictions: ['us-federal'],
      sourceUrl,
      attributes,
    },
    edition: 'official',
    ...(editionDate === undefined ? {} : { editionDate }),
    container: ['Federal Register'],
    label: title,
    heading,
    blocks,
  };
}

/** The number from the filing line, else from the file's name, which alone tells the parts of a split document. */
function numberOf(
  filing: string,
  fileName: string,
  line: number,
): { readonly number: string; readonly part: string } {
  const stem = /(?<![^/\\])([^/\\]+)\.xml$/i.exec(fileName)?.[1] ?? '';
  const named = /^((?:[A-Z]\d{0,2}-?)?\d{1,4}-\d{3,6})(?:-(\d{1,3}))?$/i.exec(stem);
  const number = documentNumber(filing) ?? named?.[1];
  if (number === undefined) {
    throw new SourceError('malformed', 'no FRDOC line and no document number in the file name', line);
  }
  return { number, part: named?.[2] ?? '' };
}

/** `78 FR 6407` where the file tells volume and first page, else the document number. */
function citationOf(number: string, preamble: XmlElement, issue: Issue): string {
  const mark = childrenOf(preamble).find((child) => child.name === 'PRTPAGE');
  const page = mark?.attributes.P ?? issue.page;
  const known = issue.volume !== undefined && page !== undefined && /^\d+$/.test(page);
  return known ? `${issue.volume} FR ${page}` : `FR Doc. ${number}`;
}

function readIssue(root: XmlElement): Issue {
  const line = (name: string) => {
    const element = childrenOf(root).find((child) => child.name === name);
    return element ? foldSpace(element.children.filter((child) => typeof child === 'string').join(' ')) : '';
  };
  const volume = /^\d{1,3}$/.exec(line('VOL'))?.[0];
  const date = printedDate(line('DATE'));
  return { ...(volume === undefined ? {} : { volume }), ...(date === undefined ? {} : { date }) };
}

/** Documents in print order, each with the page that was running when it began. */
function* findDocuments(
  root: XmlElement,
  page: string | undefined,
): Generator<{ readonly element: XmlElement; readonly page: string | undefined }, string | undefined> {
  if (documentElements.has(root.name)) {
    yield { element: root, page };
    return [...findAll(root, 'PRTPAGE')].at(-1)?.attributes.P ?? page;
  }
  if (root.name === 'PRTPAGE') return root.attributes.P ?? page;
  let running = page;
  for (const child of childrenOf(root)) running = yield* findDocuments(child, running);
  return running;
}

/** Running text of a preamble section, its heading left out. */
function sectionText(preamble: XmlElement, name: string, textOf: (element: XmlElement) => string): string {
  return childrenOf(preamble)
    .filter((child) => child.name === name)
    .flatMap(childrenOf)
    .filter((child) => child.name === 'P' || child.name === 'FP')
    .map(textOf)
    .join(' ')
    .trim();
}

function hasRegulationText(root: XmlElement): boolean {
  return findAll(root, 'REGTEXT').next().done !== true;
}

function* findAll(root: XmlElement, name: string): Generator<XmlElement, undefined> {
  if (root.name === name) yield root;
  for (const child of childrenOf(root)) yield* findAll(child, name);
}

function childrenOf(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string');
}

function slugOf(number: string): string {
  return `fr-${number
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}`;
}
