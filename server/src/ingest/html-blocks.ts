import type { PageContent } from './html-content.ts';
import { isLayoutTable, readHtmlTable } from './html-table.ts';
import type { Block } from './outline.ts';
import { foldSpace, type XmlElement, type XmlNode } from './xml-tree.ts';

const blockElements: ReadonlySet<string> = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'body',
    'caption',
    'center',
    'dd',
    'details',
    'dir',
    'div',
    'dl',
  ],
  ...[
    'dt',
    'fieldset',
    'figcaption',
    'figure',
    'footer',
    'form',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
  ],
  ...['hgroup', 'hr', 'legend', 'li', 'main', 'menu', 'nav', 'ol', 'p', 'pre', 'section', 'summary', 'table'],
  ...['tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul'],
]);
/** Raised letters that belong to the word before them. */
const wordEndings = /^(?:TM|SM|st|nd|rd|th|®|™)$/i;
/** Marks without shape or width: soft hyphen, zero-width space, byte order mark. */
const shapeless = /[\u00ad\u200b\ufeff]/g;

/** The document's blocks in reading order; `title` is the heading that became the document's own. */
export function readHtmlBlocks(content: PageContent, title: XmlElement | undefined): readonly Block[] {
  const blocks: Block[] = [];
  const holdsBlocks = new Map<XmlElement, boolean>();

  const isContainer = (element: XmlElement): boolean => {
    if (blockElements.has(element.name)) return true;
    const known = holdsBlocks.get(element);
    if (known !== undefined) return known;
    const holds = element.children.some((child) => typeof child !== 'string' && isContainer(child));
    holdsBlocks.set(element, holds);
    return holds;
  };
  const addParagraph = (nodes: readonly XmlNode[]) => {
    const text = inlineText(nodes, content);
    if (text !== '') blocks.push({ kind: 'paragraph', text, opens: [] });
  };

  const walk = (element: XmlElement) => {
    let run: XmlNode[] = [];
    const flush = () => {
      addParagraph(run);
      run = [];
    };
    for (const child of element.children) {
      if (typeof child === 'string') run.push(child);
      else if (child === title || content.isChrome(child)) continue;
      else if (child.name === 'br' && endsInBreak(run)) flush();
      else if (!isContainer(child)) run.push(child);
      else {
        flush();
        walkBlock(child);
      }
    }
    flush();
  };

  const walkBlock = (element: XmlElement) => {
    const rank = /^h([1-6])$/.exec(element.name)?.[1];
    if (rank !== undefined) {
      const text = inlineText(element.children, content);
      // The page's h1 is the document's own heading, so h2 is the highest inside it.
      if (text !== '') blocks.push({ kind: 'heading', level: Math.max(1, Number(rank) - 1), text });
    } else if (element.name === 'table' && !isLayoutTable(element)) {
      const table = readHtmlTable(element, (cell) => inlineText(cell.children, content));
      if (table.headerRows.length + table.rows.length > 0) blocks.push(table);
      else if (table.caption !== undefined) {
        blocks.push({ kind: 'paragraph', text: table.caption, opens: [] });
      }
    } else walk(element);
  };

  walkBlock(content.main);
  return blocks;
}

/** Text of the nodes on one line, as the reader sees it. */
export function inlineText(nodes: readonly XmlNode[], content: PageContent): string {
  const parts: string[] = [];
  const visit = (node: XmlNode) => {
    if (typeof node === 'string') {
      parts.push(node);
      return;
    }
    if (content.isChrome(node)) return;
    const isBreak = node.name === 'br' || blockElements.has(node.name);
    if (isBreak) parts.push(' ');
    // A note's mark must not run into the figure before it: `1026.43<sup>5</sup>` is not section 1026.435.
    if (node.name === 'sup' && !wordEndings.test(plainText(node).trim())) parts.push(' ');
    for (const child of node.children) visit(child);
    if (isBreak) parts.push(' ');
  };
  for (const node of nodes) visit(node);
  return foldSpace(parts.join('').replace(shapeless, ''));
}

function plainText(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : plainText(child))).join('');
}

/** Two line breaks in a row are how old pages part their paragraphs. */
function endsInBreak(run: readonly XmlNode[]): boolean {
  for (let index = run.length - 1; index >= 0; index -= 1) {
    const node = run[index];
    if (typeof node === 'string' ? node.trim() !== '' : true)
      return typeof node === 'object' && node.name === 'br';
  }
  return false;
}
