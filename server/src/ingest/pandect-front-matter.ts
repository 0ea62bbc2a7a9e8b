import { stringify } from 'yaml';
import { type Attributes, type Category, categories, editions } from '../corpus/document.ts';
import { attributeKinds, isDay, isJurisdiction, kindWords } from './front-matter-values.ts';
import type { Outline } from './outline.ts';
import { SourceError } from './reader.ts';
import {
  choiceField,
  type Fields,
  integerField,
  listField,
  mapField,
  optionalTextField,
  parseFields,
  refuseOtherFields,
  textField,
  textOrListField,
} from './yaml-fields.ts';

/** Everything an outline has beside its heading and blocks. */
type FrontMatter = Omit<Outline, 'heading' | 'blocks'>;

/** The fields of a document run to 1 or 2 kB; beyond this it is not front matter. */
const maxFrontMatterChars = 65_536;

const fieldNames = [
  'externalId',
  'category',
  'title',
  'description',
  'container',
  'label',
  'authorities',
  'jurisdictions',
  'sourceUrl',
  'edition',
  'editionDate',
  'attributes',
];

/** Reads the YAML between the `---` lines; `firstLine` is the file line it begins on. */
export function readFrontMatter(yaml: string, firstLine: number): FrontMatter {
  if (yaml.length > maxFrontMatterChars) {
    throw new SourceError(
      'too_large',
      `front matter has more than ${maxFrontMatterChars} characters`,
      firstLine,
    );
  }
  const fields = parseFields(yaml, firstLine);
  refuseOtherFields(fields, fieldNames);
  const category = choiceField(fields, 'category', categories);
  const sourceUrl = textField(fields, 'sourceUrl', isHttps, 'an https address');
  const description = optionalTextField(fields, 'description');
  const editionDate = optionalTextField(fields, 'editionDate', isDay, kindWords.date);
  return {
    facts: {
      externalId: textField(fields, 'externalId', isSlug, 'lower-case words joined by hyphens'),
      category,
      title: textField(fields, 'title'),
      ...(description === undefined ? {} : { description }),
      authorities: listField(fields, 'authorities', isSlug, 'ids such as cfpb or ny-dfs'),
      jurisdictions: listField(fields, 'jurisdictions', isJurisdiction, 'us-federal or us-state:xx'),
      sourceUrl,
      attributes: readAttributes(mapField(fields, 'attributes'), category, sourceUrl),
    },
    edition: choiceField(fields, 'edition', editions),
    ...(editionDate === undefined ? {} : { editionDate }),
    container: textOrListField(fields, 'container'),
    label: textField(fields, 'label'),
  };
}

function readAttributes(fields: Fields, category: Category, sourceUrl: string): Attributes {
  const kinds = attributeKinds[category];
  refuseOtherFields(fields, ['citation', ...Object.keys(kinds)]);
  const values: Record<string, string | number | readonly string[]> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    if (!fields.nodes.has(name)) continue;
    if (kind === 'integer') values[name] = integerField(fields, name);
    else if (kind === 'texts') values[name] = listField(fields, name);
    else values[name] = textField(fields, name, kind === 'date' ? isDay : undefined, kindWords[kind]);
  }
  return { category, citation: textField(fields, 'citation'), sourceUrl, ...values };
}

/** The same fields as YAML, in the order a person expects them. */
export function writeFrontMatter({ facts, edition, editionDate, container, label }: FrontMatter): string {
  // `category` and `sourceUrl` stand once, above the attributes.
  const { category, sourceUrl, ...attributes } = facts.attributes;
  const [only, ...more] = container;
  const fields = {
    externalId: facts.externalId,
    category,
    title: facts.title,
    description: facts.description,
    container: only !== undefined && more.length === 0 ? only : container,
    label,
    authorities: facts.authorities,
    jurisdictions: facts.jurisdictions,
    sourceUrl,
    edition,
    editionDate,
    attributes,
  };
  return stringify(fields, { version: '1.2', schema: 'core', lineWidth: 0, aliasDuplicateObjects: false });
}

function isSlug(text: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

function isHttps(text: string): boolean {
  return text.startsWith('https://') && !/\s/.test(text) && URL.canParse(text);
}
