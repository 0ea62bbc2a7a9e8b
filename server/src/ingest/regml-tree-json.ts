import { SourceError } from './reader.ts';
import { decodeUtf8, maxDepth } from './xml-tree.ts';

/** A node of the JSON tree, its fields known to be what they should. */
export interface TreeNode {
  readonly nodeType: string;
  readonly label: readonly string[];
  readonly marker: string;
  readonly title: string;
  readonly text: string;
  readonly children: readonly TreeNode[];
}

/** The largest tree (Regulation Z) has about 10 MB. */
const maxTreeBytes = 64 * 1024 * 1024;

/** Parses and checks a whole tree, refusing what is malformed, too large or too deep. */
export function parseTree(bytes: Uint8Array): TreeNode {
  if (bytes.byteLength > maxTreeBytes) {
    throw new SourceError(
      'too_large',
      `the tree has ${bytes.byteLength} bytes; at most ${maxTreeBytes} are read`,
    );
  }
  return checkNode(parseJson(decodeUtf8(bytes)), [], 1);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SourceError('malformed', `the file is not JSON: ${reason}`);
  }
}

/** `parent` is the label of the node above, to say where a fault is. */
function checkNode(value: unknown, parent: readonly string[], depth: number): TreeNode {
  if (depth > maxDepth) throw new SourceError('too_deep', `nodes nest more than ${maxDepth} deep`);
  if (!isRecord(value)) throw fault(parent, 'a node is not an object');
  const { label, children = [], node_type: nodeType, text = '' } = value;
  if (!Array.isArray(label) || !label.every((segment) => typeof segment === 'string')) {
    throw fault(parent, 'a label is not a list of strings');
  }
  if (typeof nodeType !== 'string') throw fault(label, 'node_type is not a string');
  if (typeof text !== 'string') throw fault(label, 'text is not a string');
  if (!Array.isArray(children)) throw fault(label, 'children is not a list');
  return {
    nodeType: nodeType.toLowerCase(),
    label,
    marker: optionalString(value.marker, label, 'marker').trim(),
    title: optionalString(value.title, label, 'title'),
    text,
    children: children.map((child) => checkNode(child, label, depth + 1)),
  };
}

function optionalString(value: unknown, label: readonly string[], field: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw fault(label, `${field} is not a string`);
  return value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fault(label: readonly string[], what: string): SourceError {
  return new SourceError('malformed', `at ${label.join('-') || 'the root'}: ${what}`);
}
