import type { Attributes, Category } from '../corpus/document.ts';
import { inlineText, readHtmlBlocks } from './html-blocks.ts';
import { findContent, findFirst } from './html-content.ts';
import { categoryAt, type Publisher, publisherOf, slugOf } from './html-publishers.ts';
import { parseHtml } from './html-tree.ts';
import type { Outline } from './outline.ts';
import { type Reader, SourceError, type SourceFile } from './reader.ts';
import { foldSpace, type XmlElement } from './xml-tree.ts';

const otherwise =
  'save its text as Pandect Markdown with title, category, authorities and sourceUrl in the front matter';

/** An official web page: guidance, circular, questions and answers, a rule of a self-regulatory body. */
export const htmlReader = {
  format: 'html',
  recognises(name: string, head: string) {
    return /\.(?:html?|xhtml)$/i.test(name) || /^\s*(?:<!doctype html|<html)[\s>]/i.test(head);
  },
  *read(file: SourceFile) {
    const page = parseHtml(file.bytes);
    const head = readHead(page);
    const address = addressOf(head);
    const publisher = publisherOf(address);
    if (!publisher) {
      const message = `${address.hostname} is no publisher this reader knows; ${otherwise}`;
      throw new SourceError('unrecognised_format', message);
    }
    const content = findContent(page);
    const topHeading = findFirst(content.main, (element) => element.name === 'h1');
    const published = topHeading ? inlineText(topHeading.children, content) : '';
    const heading = published === '' ? (head.title ?? '') : published;
    if (heading === '') {
      throw new SourceError('unrecognised_format', `the page has neither h1 nor title; ${otherwise}`);
    }
    const blocks = readHtmlBlocks(content, published === '' ? undefined : topHeading);
    if (blocks.length === 0) throw new SourceError('no_text', 'the page holds no text beside its furniture');

    const category = categoryAt(publisher, address);
    const issuedOn = head.issued;
    const editionDate = file.editionDate ?? head.modified ?? issuedOn;
    const attributes = attributesOf({ category, publisher, address, heading, issuedOn });
    const outline: Outline = {
      facts: {
        externalId: slugOf(address),
        category,
        title: heading,
        ...(head.description === undefined ? {} : { description: head.description }),
        authorities: [publisher.authority],
        jurisdictions: ['us-federal'],
        sourceUrl: address.href,
        attributes,
      },
      edition: 'official',
      ...(editionDate === undefined ? {} : { editionDate }),
      container: [publisher.handbookName ?? publisher.host],
      label: heading,
      heading,
      blocks,
    };
    yield outline;
  },
} satisfies Reader;

interface Head {
  readonly addresses: readonly string[];
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly issued: string | undefined;
  readonly modified: string | undefined;
}

function readHead(page: XmlElement): Head {
  const meta = new Map<string, string>();
  let canonical: string | undefined;
  let title: string | undefined;
  const visit = (element: XmlElement) => {
    const { attributes } = element;
    if (element.name === 'meta') {
      const name = (attributes.property ?? attributes.name ?? attributes.itemprop ?? '').toLowerCase();
      const value = foldSpace(attributes.content ?? '');
      if (value !== '' && !meta.has(name)) meta.set(name, value);
    } else if (element.name === 'link' && /\bcanonical\b/i.test(attributes.rel ?? '')) {
      canonical ??= attributes.href;
    } else if (element.name === 'title' && title === undefined) {
      title = foldSpace(element.children.filter((child) => typeof child === 'string').join(''));
    } else for (const child of element.children) if (typeof child !== 'string') visit(child);
  };
  visit(page);
  const dateIn = (names: readonly string[]) => {
    const value = names.map((name) => meta.get(name)).find((found) => found !== undefined);
    // Only a date that needs no interpretation: 03/04/2024 may be March or April.
    return /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:$|[T ])/.exec(value ?? '')?.[1];
  };
  return {
    addresses: [canonical, meta.get('og:url')].filter((address) => address !== undefined),
    title: meta.get('og:title') ?? title?.split(' | ')[0],
    description: meta.get('description') ?? meta.get('og:description'),
    issued: dateIn([
      'article:published_time',
      'dcterms.issued',
      'dc.date.issued',
      'datepublished',
      'dcterms.date',
    ]),
    modified: dateIn(['article:modified_time', 'og:updated_time', 'dcterms.modified', 'datemodified']),
  };
}

/** The page's own address: the copy may lie anywhere, the official text only there. */
function addressOf(head: Head): URL {
  for (const address of head.addresses) {
    const parsed = URL.parse(address);
    if (parsed?.protocol === 'https:') {
      parsed.hash = '';
      return parsed;
    }
  }
  const message = `the page names no https address of its own (canonical link or og:url); ${otherwise}`;
  throw new SourceError('unrecognised_format', message);
}

/** Numbers that agencies give their issuances, as they stand in headings. */
const documentNumbers: readonly RegExp[] = [
  /\bOCC (?:Bulletin|Advisory Letter) \d{2,4}-\d{1,3}\b/i,
  /\bFIL-\d{1,3}-\d{4}\b/,
  /\b(?:SR|CA) \d{2}-\d{1,2}\b/,
  /\bFIN-\d{4}-[A-Z]{1,2}\d{3}\b/,
  /\bConsumer Financial Protection Circular \d{4}-\d{2}\b/i,
  /\bBulletin \d{4}-\d{2}\b/i,
  /\bRegulatory Notice \d{2}-\d{2}\b/i,
];

function attributesOf(known: {
  readonly category: Category;
  readonly publisher: Publisher;
  readonly address: URL;
  readonly heading: string;
  readonly issuedOn: string | undefined;
}): Attributes {
  const { category, publisher, address, heading, issuedOn } = known;
  const number = documentNumbers
    .map((pattern) => pattern.exec(heading)?.[0])
    .find((found) => found !== undefined);
  const base = { category, citation: number ?? heading, sourceUrl: address.href };
  if (category === 'examinationHandbook') {
    const { handbookName } = publisher;
    return { ...base, ...(handbookName === undefined ? {} : { handbookName }), section: heading };
  }
  if (category === 'sroRule') {
    const ruleNumber = /^(?:(?:FINRA|MSRB|NFA) )?Rule ([A-Z]?-?\d{1,5}[A-Z]?)\b|^(\d{4,5})\. /i.exec(heading);
    const found = ruleNumber?.[1] ?? ruleNumber?.[2];
    return found === undefined ? base : { ...base, ruleNumber: found };
  }
  return {
    ...base,
    ...(category === 'interagencyGuidance' ? { issuingAuthorities: [publisher.authority] } : {}),
    ...(number === undefined ? {} : { documentNumber: number }),
    ...(issuedOn === undefined ? {} : { issuedOn }),
  };
}
