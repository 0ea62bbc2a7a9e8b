import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { authorityName, jurisdictions, wikiDomains } from '@pandect/contract';
import { describe, expect, it } from 'vitest';
import { cfrAuthorities } from '../server/src/corpus/cfr-parts.ts';
import { type Category, categories } from '../server/src/corpus/document.ts';
import type { Outline } from '../server/src/ingest/outline.ts';
import { readPandectMarkdown } from '../server/src/ingest/read-pandect-markdown.ts';
import { wikiFaults } from '../server/src/wikis/check-wiki.ts';
import { parseWiki } from '../server/src/wikis/parse-wiki.ts';
import { officialTexts, sharedRuns } from './official-words.ts';

const corpus = fileURLToPath(new URL('../corpus/', import.meta.url));
const wikis = fileURLToPath(new URL('../wikis/', import.meta.url));
const shared = fileURLToPath(new URL('../../shared/', import.meta.url));

const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .sort();

/** Every file as the service reads it; what the reader refuses, designators out of order among it, is a fault. */
const refused: string[] = [];
const documents = files.flatMap((path): { path: string; outline: Outline }[] => {
  try {
    const bytes = readFileSync(join(corpus, path));
    return [...readPandectMarkdown.read({ name: path, bytes })].map((outline) => ({ path, outline }));
  } catch (error) {
    refused.push(`${path}: ${error instanceof Error ? error.message : error}`);
    return [];
  }
});
const outlines = documents.map(({ outline }) => outline);

/** Each document for which `fault` finds something to say. */
function faultsOf(fault: (outline: Outline, path: string) => string | undefined): string[] {
  return documents.flatMap(({ path, outline }) => {
    const found = fault(outline, path);
    return found === undefined ? [] : [`${path}: ${found}`];
  });
}

interface Place {
  readonly citation: string;
  readonly titleBegins: string;
  readonly sourceUrl: string;
  readonly folder: string;
  readonly category: Category;
  readonly authorities: readonly string[];
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** Slugs have small letters only; the Code prints this section with a capital. */
/** Sections whose brackets a slug cannot hold. */
const bracketSections: ReadonlyMap<string, string> = new Map([['17-cfr-275-206-4-1', '206(4)-1']]);
const capitalSections: ReadonlyMap<string, string> = new Map([['31-5318a', '5318A']]);

/** What the name of a provision says about it; undefined for guidance, whose names are free. */
function placeOf(slug: string): Place | undefined {
  const cfr = /^(\d+)-cfr-(\d+[a-z]?)-(.+)$/.exec(slug);
  if (cfr) {
    const [, title = '', part = '', lower = ''] = cfr;
    const rest = bracketSections.get(slug) ?? lower;
    const common = {
      folder: `${title}-cfr-${part}`,
      category: 'regulation',
      authorities: cfrAuthorities(Number(title), part),
    } as const;
    const facts = { cfrTitle: Number(title), cfrPart: Number(part) };
    const site = `https://www.ecfr.gov/current/title-${title}`;
    const [, kind = '', mark = ''] = /^(appendix|supplement)-(.+)$/.exec(rest) ?? [];
    if (kind === '') {
      const section = `${part}.${rest}`;
      return {
        ...common,
        citation: `${title} CFR ${section}`,
        titleBegins: `${title} CFR ${section} `,
        sourceUrl: `${site}/section-${section}`,
        attributes: { ...facts, cfrSection: rest },
      };
    }
    const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${mark.toUpperCase()}`;
    return {
      ...common,
      citation: `${title} CFR Part ${part}, ${name}`,
      titleBegins: `${title} CFR Part ${part} ${name} `,
      sourceUrl: `${site}/part-${part}/appendix-${encodeURIComponent(`${name} to Part ${part}`)}`,
      attributes: { ...facts, cfrSection: name },
    };
  }
  const usc = /^(\d+)-usc-(.+?)(-note(?:-.+)?)?$/.exec(slug);
  if (!usc) return undefined;
  const [, title = '', lower = '', note] = usc;
  const section = capitalSections.get(`${title}-${lower}`) ?? lower;
  const named = `${section}${note === undefined ? '' : ' note'}`;
  return {
    folder: `${title}-usc`,
    category: 'statute',
    authorities: ['congress'],
    citation: `${title} U.S.C. ${named}`,
    titleBegins: `${title} U.S.C. ${named} `,
    sourceUrl: `https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title${title}-section${section}`,
    attributes: { uscTitle: Number(title), uscSection: named },
  };
}

/** Abbreviations whose full stop ends no sentence. */
const abbreviations = /\b(?:U\.S\.C|U\.S|Inc|No|Nos|vs|v|e\.g|i\.e)\./g;

function sentencesOf(text: string): number {
  return text.replace(abbreviations, '').match(/[.!?](?=\s|$)/g)?.length ?? 0;
}

describe('the starter corpus', () => {
  it('is read whole, designators in order', () => {
    expect(refused).toEqual([]);
    expect(documents.length).toBeGreaterThanOrEqual(240);
    expect(new Set(outlines.map(({ facts }) => facts.externalId)).size).toBe(documents.length);
  });

  it('names each file and folder after its document', () => {
    const faults = faultsOf(({ facts }, path) => {
      const folder = placeOf(facts.externalId)?.folder ?? 'guidance';
      const wanted = `${folder}/${facts.externalId}.md`;
      return path === wanted ? undefined : `should be ${wanted}`;
    });
    expect(faults).toEqual([]);
  });

  it('cites each provision as its name says, at the official site', () => {
    const faults = faultsOf(({ facts, label }) => {
      const place = placeOf(facts.externalId);
      if (!place) return undefined;
      // A statutory note may say in brackets whose section it is.
      const citation = facts.attributes.citation.replace(/ note \(.+\)$/, ' note');
      const wrong = [
        citation === place.citation ? '' : `citation ${citation}`,
        facts.title.startsWith(place.titleBegins) ? '' : `title ${facts.title}`,
        facts.sourceUrl === place.sourceUrl ? '' : `sourceUrl ${facts.sourceUrl}`,
        facts.category === place.category ? '' : `category ${facts.category}`,
        facts.authorities.join() === place.authorities.join() ? '' : `authorities ${facts.authorities}`,
        facts.title.endsWith(label) || facts.title.startsWith(label) ? '' : `label ${label}`,
        ...Object.entries(place.attributes).map(([name, value]) =>
          facts.attributes[name] === value ? '' : `${name} ${facts.attributes[name]}`,
        ),
      ].filter((one) => one !== '');
      return wrong.length === 0 ? undefined : wrong.join('; ');
    });
    expect(faults).toEqual([]);
  });

  it('calls every document a digest, with an https address and values of the known lists', () => {
    const faults = faultsOf(({ facts, edition }) => {
      if (edition !== 'digest') return `edition ${edition}`;
      if (new URL(facts.sourceUrl).protocol !== 'https:') return facts.sourceUrl;
      if (!categories.includes(facts.category)) return facts.category;
      const unknown = [
        ...facts.authorities.filter((one) => authorityName(one) === one),
        ...facts.jurisdictions.filter((one) => !jurisdictions.includes(one)),
      ];
      if (unknown.length > 0) return `unknown ${unknown}`;
      if (facts.authorities.length === 0 || facts.jurisdictions.length === 0) return 'a list is empty';
      return undefined;
    });
    expect(faults).toEqual([]);
  });

  it('describes each document in one or two sentences', () => {
    const faults = faultsOf(({ facts: { description = '' } }) => {
      const count = sentencesOf(description);
      if (count < 1 || count > 2) return `${count} sentences: ${description}`;
      if (!/[.!?]$/.test(description)) return `no full stop: ${description}`;
      return description.length < 20 || description.length > 400
        ? `${description.length} characters`
        : undefined;
    });
    expect(faults).toEqual([]);
  });
});

describe('the playbooks', () => {
  const names = readdirSync(wikis).filter((name) => name.endsWith('.md'));
  const pages = names.map((name) => parseWiki(name, readFileSync(join(wikis, name), 'utf8')));

  it('number at least 55, with at least 4 in each domain and no slug twice', () => {
    expect(pages.length).toBeGreaterThanOrEqual(55);
    expect(new Set(pages.map(({ slug }) => slug)).size).toBe(pages.length);
    expect(wikiDomains.length).toBe(11);
    const counts = wikiDomains.map((domain) => [
      domain,
      pages.filter((page) => page.domain === domain).length,
    ]);
    expect(counts.filter(([, count]) => Number(count) < 4)).toEqual([]);
  });

  it('have no faults against the documents of the starter corpus', () => {
    const kinds = new Map(outlines.map(({ facts }) => [facts.externalId, facts.category]));
    const faults = pages.flatMap((page) =>
      wikiFaults(page, (externalId) => kinds.get(externalId)).map((fault) => `${page.slug}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });
});

const sources = join(shared, 'corpus');
const queries = join(shared, 'bench/queries-us-dev.jsonl');
if (!existsSync(shared)) {
  console.log('The official texts are not beside the repository: digests are not held against them.');
}

describe('the starter corpus beside official texts (skipped where they are absent)', () => {
  it.skipIf(!existsSync(sources))(
    'shares no run of twelve words with the official text of the same provision',
    async () => {
      const folders = new Set(files.map((path) => basename(dirname(path))));
      const official = await officialTexts(sources, folders);
      const faults = documents.flatMap(({ path, outline }) =>
        sharedRuns(outline, official.get(outline.facts.externalId) ?? []).map((run) => `${path}: ${run}`),
      );
      const compared = outlines.filter(({ facts }) => official.has(facts.externalId)).length;
      console.log(`${compared} of ${documents.length} digests held against official texts`);
      expect(compared).toBeGreaterThan(500);
      expect(faults).toEqual([]);
    },
    // Some 500 files are read whole: 10 s on two free cores.
    120_000,
  );

  it.skipIf(!existsSync(queries))('holds at least 95 % of the sections the search questions ask for', () => {
    const gold = new Set(
      readFileSync(queries, 'utf8')
        .trim()
        .split('\n')
        .flatMap((line): string[] => JSON.parse(line).relevant),
    );
    const held = new Set(outlines.map(({ facts }) => facts.externalId));
    const missing = [...gold].filter((externalId) => !held.has(externalId)).sort();
    const share = 1 - missing.length / gold.size;
    console.log(
      `${gold.size - missing.length} of ${gold.size} gold sections (${(share * 100).toFixed(1)} %)` +
        (missing.length === 0 ? '' : `; missing: ${missing.join(', ')}`),
    );
    expect(share).toBeGreaterThanOrEqual(0.95);
  });
});
