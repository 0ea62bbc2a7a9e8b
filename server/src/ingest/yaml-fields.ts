import { isMap, isScalar, isSeq, type Node, parseDocument, type YAMLMap } from 'yaml';
import { SourceError } from './reader.ts';
import { foldSpace } from './xml-tree.ts';

/** A YAML mapping read field by field; every refusal names the file line, the field and the value found. */
export interface Fields {
  readonly nodes: ReadonlyMap<string, Node>;
  /** Written before field names in refusals: `attributes.` */
  readonly prefix: string;
  readonly source: string;
  /** The file line on which `source` begins. */
  readonly firstLine: number;
}

type Form = (value: string) => boolean;
/** Enough of a wrong value to find it by. */
const quotedChars = 80;

/** Core schema: no dates, no merge keys, no types beyond JSON's; tags, anchors and aliases are refused. */
export function parseFields(source: string, firstLine: number): Fields {
  const document = parseDocument(source, { version: '1.2', schema: 'core', logLevel: 'silent' });
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) {
    const said = (fault.message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');
    throw new SourceError(
      'malformed',
      `front matter: ${said}`,
      firstLine + (fault.linePos?.[0].line ?? 1) - 1,
    );
  }
  if (!isMap(document.contents)) {
    throw new SourceError('malformed', 'front matter must be a mapping of fields to values', firstLine);
  }
  return listFields(document.contents, { prefix: '', source, firstLine });
}

function listFields(map: YAMLMap, context: Omit<Fields, 'nodes'>): Fields {
  const nodes = new Map<string, Node>();
  const fields = { ...context, nodes };
  for (const { key, value } of map.items) {
    if (
      !isScalar(key) ||
      typeof key.value !== 'string' ||
      key.tag !== undefined ||
      key.anchor !== undefined
    ) {
      throw new SourceError(
        'malformed',
        `${context.prefix || 'front matter'} has a field name that is not plain text`,
        context.firstLine,
      );
    }
    if (!isScalar(value) && !isSeq(value) && !isMap(value)) {
      throw refusal(fields, key.value, key, 'needs a value of its own, not an alias');
    }
    if (value.tag !== undefined || value.anchor !== undefined) {
      throw refusal(fields, key.value, value, 'may not carry a YAML tag or anchor');
    }
    nodes.set(key.value, value);
  }
  return fields;
}

export function refuseOtherFields(fields: Fields, allowed: readonly string[]): void {
  for (const [name, node] of fields.nodes) {
    if (allowed.includes(name)) continue;
    throw refusal(fields, name, node, `is not a field here; known are ${allowed.join(', ')}`);
  }
}

export function textField(fields: Fields, name: string, fits: Form = () => true, wanted = 'text'): string {
  const node = fieldNode(fields, name);
  const value = isScalar(node) ? node.value : undefined;
  if (typeof value === 'number') throw refusal(fields, name, node, `must be ${wanted}: put it in quotes`);
  const text = typeof value === 'string' ? foldSpace(value) : '';
  if (text === '' || !fits(text)) throw refusal(fields, name, node, `must be ${wanted}`);
  return text;
}

export function optionalTextField(
  fields: Fields,
  name: string,
  fits?: Form,
  wanted?: string,
): string | undefined {
  return fields.nodes.has(name) ? textField(fields, name, fits, wanted) : undefined;
}

export function choiceField<Value extends string>(
  fields: Fields,
  name: string,
  values: readonly Value[],
): Value {
  const text = textField(fields, name);
  const found = values.find((value) => value === text);
  if (found !== undefined) return found;
  throw refusal(fields, name, fieldNode(fields, name), `must be one of ${values.join(', ')}`);
}

export function integerField(fields: Fields, name: string): number {
  const node = fieldNode(fields, name);
  const value = isScalar(node) ? node.value : undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw refusal(fields, name, node, 'must be a whole number without quotes');
}

export function listField(
  fields: Fields,
  name: string,
  fits: Form = () => true,
  wanted = 'text',
): readonly string[] {
  const node = fieldNode(fields, name);
  if (!isSeq(node)) throw refusal(fields, name, node, `must be a list of ${wanted}`);
  return node.items.map((item) => {
    const plain = isScalar(item) && item.tag === undefined && item.anchor === undefined ? item : undefined;
    const text = typeof plain?.value === 'string' ? foldSpace(plain.value) : '';
    if (text === '' || !fits(text)) throw refusal(fields, name, plain ?? node, `must be a list of ${wanted}`);
    return text;
  });
}

export function textOrListField(fields: Fields, name: string): readonly string[] {
  return isSeq(fieldNode(fields, name)) ? listField(fields, name) : [textField(fields, name)];
}

export function mapField(fields: Fields, name: string): Fields {
  const node = fieldNode(fields, name);
  if (!isMap(node)) throw refusal(fields, name, node, 'must be a mapping of names to values');
  return listFields(node, { ...fields, prefix: `${fields.prefix}${name}.` });
}

function fieldNode(fields: Fields, name: string): Node {
  const node = fields.nodes.get(name);
  if (node) return node;
  throw new SourceError('malformed', `${fields.prefix}${name} is missing`, fields.firstLine);
}

function refusal(fields: Fields, name: string, node: Node, must: string): SourceError {
  const [start = 0, end = start] = node.range ?? [];
  const found = foldSpace(fields.source.slice(start, end)).slice(0, quotedChars) || 'nothing';
  const line = fields.firstLine + fields.source.slice(0, start).split('\n').length - 1;
  return new SourceError('malformed', `${fields.prefix}${name} ${must}; found ${found}`, line);
}
