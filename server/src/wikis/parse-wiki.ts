import { wikiDomains } from '@pandect/contract';
import { parse } from 'yaml';
import type { WikiPage } from './wiki.ts';

/** Reads one playbook, front matter and body; what is wrong is said with the file and the field. */
export function parseWiki(name: string, text: string): WikiPage {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text);
  if (!match) throw new Error(`${name}: there is no front matter between --- lines`);
  const fields: Record<string, unknown> = Object(parse(match[1] ?? '', { schema: 'core', maxAliasCount: 0 }));
  const field = (key: string): string => {
    const value = fields[key];
    if (typeof value !== 'string' || value.trim() === '') throw new Error(`${name}: ${key} is missing`);
    return value.trim();
  };
  const slug = field('slug');
  if (!name.endsWith(`${slug}.md`)) throw new Error(`${name}: the slug is ${slug}`);
  const domain = wikiDomains.find((one) => one === fields.domain);
  if (!domain) throw new Error(`${name}: ${JSON.stringify(fields.domain)} is not a domain`);
  const updatedAt = Date.parse(field('updatedAt')) / 1000;
  if (!Number.isInteger(updatedAt)) throw new Error(`${name}: updatedAt is not a UTC timestamp`);
  const sources = fields.sources;
  if (!Array.isArray(sources) || !sources.every((one) => typeof one === 'string')) {
    throw new Error(`${name}: sources is not a list of externalIds`);
  }
  return {
    slug,
    title: field('title'),
    domain,
    description: field('description'),
    updatedAt,
    sources,
    body: `${(match[2] ?? '').trim()}\n`,
  };
}
