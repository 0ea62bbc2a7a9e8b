import { slugOf } from '../corpus/cfr-parts.ts';
import type { Block, Provision } from './outline.ts';
import {
  hasTitleLine,
  isBracketed,
  type Line,
  lineOf,
  printedMarker,
  standsAlone,
} from './regulation-line.ts';
import { type Place, pathOf, prefixBelow } from './regulation-paths.ts';
import type { RegulationDocument, RegulationNode } from './regulation-tree.ts';

interface BlockPlace extends Place {
  /** The level a heading has here. */
  readonly headingLevel: number;
}
type Path = readonly string[] | undefined;

/** The blocks of a section, an appendix or the interpretations, in reading order. */
export function readBlocks(document: RegulationDocument): readonly Block[] {
  const { kind } = document;
  const blocks: Block[] = [];
  const taken = new Set<string>();
  const isTaken = (path: readonly string[]) => taken.has(path.join('/'));

  const addText = (text: string, opens: readonly Provision[] = []) => {
    if (text !== '') blocks.push({ kind: 'paragraph', text, opens });
  };
  const addContent = (content: RegulationNode['content']) => {
    for (const piece of content) {
      if (typeof piece === 'string') addText(piece);
      else blocks.push(piece);
    }
  };
  const addHeading = (node: RegulationNode, level: number) => {
    const id = slugOf(node.label.join('-'));
    blocks.push({ kind: 'heading', level, text: node.title, ...(id !== '' && { id }) });
  };

  /** `start` is what the parent left to be printed on the line of its first child. */
  const readAll = (nodes: readonly RegulationNode[], place: BlockPlace, start?: Line) => {
    let previous: Path;
    for (const [index, node] of nodes.entries()) {
      previous = readOne(node, place, previous, index === 0 ? start : undefined) ?? previous;
    }
  };

  /** Returns the path the node opened. */
  const readOne = (
    node: RegulationNode,
    place: BlockPlace,
    previous: Path,
    start: Line | undefined,
  ): Path => {
    if (node.isDivision || (kind === 'supplement' && isCommentHeading(node))) {
      addText(start?.text ?? '', start?.opens);
      readDivision(node, place);
      return undefined;
    }
    const path = pathOf(document, node, place, previous, isTaken);
    if (path) taken.add(path.join('/'));
    const label = node.label.length === 0 ? place.label : node.label;
    readProvision(node, path, { ...place, path: path ?? place.path, label }, start);
    return path;
  };

  const readDivision = (node: RegulationNode, place: BlockPlace) => {
    if (node.title !== '') addHeading(node, place.headingLevel);
    addContent(node.content);
    const prefix = prefixBelow(document, node, place);
    const headingLevel = place.headingLevel + (node.title === '' ? 0 : 1);
    readAll(node.children, { path: prefix, prefix, label: node.label, headingLevel });
  };

  const readProvision = (node: RegulationNode, path: Path, below: BlockPlace, start: Line | undefined) => {
    if (standsAlone(node)) {
      // A heading inside (a) must not close (a), nor one over a table the text around it: there it is a line.
      const isHeading = below.path.length === below.prefix.length && !node.children.some(holdsTable);
      if (isHeading) addHeading(node, below.headingLevel);
      else addText(node.title);
      addContent(node.content);
      readAll(node.children, { ...below, headingLevel: below.headingLevel + (isHeading ? 1 : 0) });
      return;
    }
    const isTitleLine = kind === 'appendix' && hasTitleLine(node);
    const line = lineOf(isTitleLine ? { ...node, content: [] } : node, path, start);
    if (runsOn(node)) {
      readAll(node.children, below, line);
      return;
    }
    const [first, ...rest] = node.content;
    // A marker without words or children (a comment the file has emptied) is not text.
    if (node.title !== '' || first !== undefined || start !== undefined) addText(line.text, line.opens);
    addContent(typeof first === 'string' && !isTitleLine ? rest : node.content);
    readAll(node.children, below);
  };

  /** Whether the first child is printed on the same line. */
  const runsOn = (node: RegulationNode): boolean => {
    const [child] = node.children;
    if (child === undefined || child.isDivision || standsAlone(child)) return false;
    // `Payments` with the words `—` is a title like any other.
    if (node.content.some((piece) => piece !== '—')) return false;
    if (node.title === '') return true;
    // 1 CFR 21.11: `(c) Time limits—(1) Ten days.` Appendices and comments set such titles on their own line.
    return kind === 'section' && isBracketed(node.marker) && isBracketed(child.marker);
  };

  readAll(document.nodes, { path: [], prefix: [], label: document.label, headingLevel: 1 });
  return blocks;
}

function holdsTable(node: RegulationNode): boolean {
  return node.content.some((piece) => typeof piece !== 'string');
}

/** `11(c) Time Limits` has the label `1005-11-c-Interp`; comments end in their number: `1005-11-c-Interp-3`. */
function isCommentHeading(node: RegulationNode): boolean {
  if (node.label.at(-1) === 'Interp' && node.content.length === 0) return true;
  if (printedMarker(node.marker) !== '' || node.title === '') return false;
  return node.content.length === 0 || /^(?:Paragraph |Section )?[0-9]{1,3}[a-z]?\(/.test(node.title);
}
