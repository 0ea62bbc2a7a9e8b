import { outlineRegulation } from './outline-regulation.ts';
import { type Reader, SourceError, type SourceFile } from './reader.ts';
import { parseTree, type TreeNode } from './regml-tree-json.ts';
import type { RegulationDocument, RegulationNode, RegulationPart } from './regulation-tree.ts';
import { foldSpace } from './xml-tree.ts';

/**
 * The tree of one part as the Bureau's site stores it (`regulations-stub`, JSON): the same provisions as RegML
 * with the markup taken out. The file says neither title nor date: the Bureau's parts are all in Title 12, and
 * the date has to come from outside.
 */
export const readRegmlTree: Reader = {
  format: 'regml-tree-json',
  recognises: (name, head) =>
    /^\s*\{/.test(head) &&
    (/"node_type": ?"(?:regtext|subpart|appendix|interp)"/.test(head) || name.endsWith('.tree.json')),
  *read(file) {
    const part = readPart(parseTree(file.bytes), file);
    let count = 0;
    for (const outline of outlineRegulation(part)) {
      count += 1;
      yield outline;
    }
    if (count === 0) throw new SourceError('no_text', `12 CFR part ${part.part} has no text in this file`);
  },
};

const bureauTitle = 12;

function readPart(root: TreeNode, file: SourceFile): RegulationPart {
  const [part = '', ...more] = root.label;
  if (!/^[0-9]{1,5}$/.test(part) || more.length > 0) {
    throw new SourceError('malformed', `the root's label is not a part number: ${root.label.join('-')}`);
  }
  return {
    cfrTitle: bureauTitle,
    part,
    heading: foldSpace(root.title),
    ...(file.editionDate !== undefined && { editionDate: file.editionDate }),
    documents: root.children.flatMap(readDocuments),
  };
}

/** Subparts only hold sections; a section, appendix or set of interpretations is a document. */
function readDocuments(node: TreeNode): readonly RegulationDocument[] {
  if (node.nodeType === 'subpart' || node.nodeType === 'emptypart')
    return node.children.flatMap(readDocuments);
  const kind =
    node.nodeType === 'appendix' ? 'appendix' : node.nodeType === 'interp' ? 'supplement' : 'section';
  const isDivided = kind !== 'section';
  const { content } = readWords({ ...node, title: '' });
  const opening: readonly RegulationNode[] =
    content.length === 0
      ? []
      : [{ isDivision: false, label: node.label, marker: '', title: '', content, children: [] }];
  return [
    {
      kind,
      label: node.label,
      heading: foldSpace(node.title),
      nodes: [...opening, ...node.children.map((child) => readNode(child, isDivided))],
    },
  ];
}

function readNode(node: TreeNode, isDivision: boolean): RegulationNode {
  return {
    isDivision: isDivision && node.marker === '',
    label: node.label,
    marker: node.marker,
    ...readWords(node),
    children: node.children.map((child) => readNode(child, false)),
  };
}

/** A sentence, not a heading, though it ends in a full stop and has a list below it. */
const sentenceStart = /^(?:The|An?|Any|Each|Except|For|If|In|No|When|You) /;
/** The longest title in the Bureau's parts has 160 characters. */
const longestTitle = 200;

/** Regulation text repeats the marker, and its run-in title is set solid with the words: `(a) Scope.This part`. */
function readWords(node: TreeNode): Pick<RegulationNode, 'title' | 'content'> {
  const title = foldSpace(node.title);
  const printed = foldSpace(node.text.replace(/!\[[^\]]{0,100}\]\([^)]{0,100}\)/g, ' '));
  const words = printed.startsWith(node.marker) ? printed.slice(node.marker.length).trim() : printed;
  if (words === '') return { title, content: [] };
  if (title !== '' || node.marker === '') return { title, content: [words] };
  const stop = words.search(/[\p{L}\p{N})\]”]\.(?=\p{Lu}[\p{Ll} ]|[“(§])/u);
  const sentence = words.indexOf('. ');
  if (stop >= 0 && (sentence < 0 || stop < sentence)) {
    return { title: words.slice(0, stop + 2), content: [words.slice(stop + 2)] };
  }
  const isTitle =
    node.children.length > 0 &&
    sentence < 0 &&
    words.length <= longestTitle &&
    !/[:;,—]$/.test(words) &&
    !sentenceStart.test(words);
  return isTitle ? { title: words, content: [] } : { title, content: [words] };
}
