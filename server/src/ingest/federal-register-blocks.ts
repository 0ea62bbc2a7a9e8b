import { type InlineSpacing, inlineElements, inlineText } from './federal-register-inline.ts';
import { readGpoTable } from './gpo-table.ts';
import type { Block, Paragraph } from './outline.ts';
import type { XmlElement, XmlNode } from './xml-tree.ts';

/** Where the walk stands: the level an HED heading gets, and the level `HD1` is counted from. */
interface Place {
  readonly hed: number;
  readonly hd: number;
  readonly inRegulation: boolean;
}

/** Page marks, billing codes, the filing line and the names of image files are no part of the text. */
const apparatus: ReadonlySet<string> = new Set([
  ...['PRTPAGE', 'BILCOD', 'FRDOC', 'GID', 'FTREF', 'CNTNTS', 'FDSYS'],
]);
/** Elements that hold one paragraph, whatever stands in them. */
const paragraphElements: ReadonlySet<string> = new Set([
  ...['P', 'FP', 'AMDPAR', 'AGENCY', 'SUBAGY', 'CFR', 'DEPDOC', 'RIN', 'SECHD', 'DATED', 'NAME', 'TITLE'],
]);
/** Their heading runs into the first paragraph: `Authority: 12 U.S.C. ...`. */
const runInElements: ReadonlySet<string> = new Set(['AUTH', 'SOURCE', 'NOTE', 'EDNOTE', 'CROSSREF']);
/** A row of stars stands in print for the text an amendment leaves alone. */
const stars = '* * * * *';
/** `Supplement I to Part 1026—Official Interpretations` stands beside the subparts, wherever it is quoted. */
const appendixLine = /^(?:Appendix|Appendices|Supplement) [^—]{1,20} to (?:Part|Subpart) /i;
const appendixLevel = 2;
/** Sections of amended text sit under PART (1) and Subpart (2). */
const sectionLevel = 3;

/**
 * All blocks of one Federal Register document, in reading order. The subject line is left out: it is the
 * document's own heading. Amended regulation text is quoted piecemeal between rows of stars, so no provision
 * is opened: a path that only looks like 12 CFR 1026.36(a) must not be addressable as such.
 */
export function readFederalRegisterBlocks(root: XmlElement, spacing: InlineSpacing): readonly Block[] {
  const blocks: Block[] = [];
  const subject = subjectOf(root);
  const textOf = (nodes: readonly XmlNode[]) => inlineText(nodes, spacing);

  const addParagraph = (nodes: readonly XmlNode[], lead = '') => {
    const text = textOf(nodes);
    const whole = lead === '' || text === '' ? lead + text : `${lead} ${text}`;
    if (whole !== '') blocks.push(paragraph(whole));
  };
  const addHeading = (level: number, text: string) => {
    if (text !== '') blocks.push({ kind: 'heading', level, text });
  };

  /** One paragraph that may hold block elements: what stands before them, they, what stands after. */
  const walkParagraph = (element: XmlElement, place: Place, lead = '') => {
    const notes: XmlElement[] = [];
    let run: XmlNode[] = [];
    let runLead = lead;
    for (const child of element.children) {
      if (typeof child === 'string' || inlineElements.has(child.name) || !isBlock(child)) {
        run.push(child);
      } else if (child.name === 'FTNT') {
        notes.push(child);
      } else {
        addParagraph(run, runLead);
        run = [];
        runLead = '';
        walkElement(child, place);
      }
    }
    addParagraph(run, runLead);
    for (const note of notes) walkChildren(note, place);
  };

  const walkChildren = (element: XmlElement, place: Place) => {
    let run: XmlNode[] = [];
    const flush = () => {
      if (run.length > 0) addParagraph(run);
      run = [];
    };
    for (let index = 0; index < element.children.length; index += 1) {
      const child = element.children[index];
      if (child === undefined || child === subject) continue;
      if (typeof child === 'string' || inlineElements.has(child.name)) {
        run.push(child);
        continue;
      }
      flush();
      if (child.name === 'SECTNO') {
        // Number and subject stand on one line, in a section as in a table of contents.
        const next = nextElement(element, index);
        const pair = next?.element.name === 'SUBJECT' ? next : undefined;
        const number = textOf(child.children);
        const line = pair ? `${number} ${textOf(pair.element.children)}`.trim() : number;
        if (element.name === 'SECTION') addHeading(sectionLevel, line);
        else if (line !== '') blocks.push(paragraph(line));
        if (pair) index = pair.index;
      } else walkElement(child, place);
    }
    flush();
  };

  const walkRunIn = (element: XmlElement, place: Place) => {
    const [head, ...rest] = element.children.filter((child) => typeof child !== 'string' || child.trim());
    const body = rest[0];
    const runsIn = typeof head === 'object' && (head.name === 'HD' || head.name === 'HED');
    if (!runsIn || typeof body !== 'object' || body.name !== 'P') return walkChildren(element, place);
    walkParagraph(body, place, textOf(head.children));
    walkChildren({ ...element, children: rest.slice(1) }, place);
  };

  const walkElement = (element: XmlElement, place: Place): void => {
    const { name } = element;
    if (apparatus.has(name)) return;
    if (name === 'HD' || name === 'HED') {
      const text = textOf(element.children);
      const isAppendix = place.inRegulation && appendixLine.test(text);
      addHeading(isAppendix ? appendixLevel : headingLevel(element, place), text);
    } else if (name === 'STARS') blocks.push(paragraph(stars));
    else if (name === 'GPOTABLE') blocks.push(...readGpoTable(element, textOf));
    else if (name === 'SUBJECT') addHeading(place.hed, textOf(element.children));
    else if (runInElements.has(name)) walkRunIn(element, place);
    else if (paragraphElements.has(name) || !isBlock(element)) walkParagraph(element, place);
    else walkChildren(element, enter(name, place));
  };

  walkChildren(root, { hed: 1, hd: 1, inRegulation: false });
  return blocks;
}

/** The line the document is known by: the first subject of its preamble. */
export function subjectOf(root: XmlElement): XmlElement | undefined {
  const preamble = root.children.find((child) => typeof child !== 'string' && child.name === 'PREAMB');
  if (typeof preamble !== 'object') return undefined;
  const subject = preamble.children.find((child) => typeof child !== 'string' && child.name === 'SUBJECT');
  return typeof subject === 'object' ? subject : undefined;
}

function enter(name: string, place: Place): Place {
  switch (name) {
    case 'LSTSUB':
      return { ...place, hed: 2 };
    case 'REGTEXT':
    case 'PART':
      return { hed: 1, hd: 1, inRegulation: true };
    case 'SUBPART':
    case 'SUBJGRP':
      return { ...place, hed: place.hd + 1 };
    case 'SECTION':
      return { hed: sectionLevel, hd: sectionLevel, inRegulation: true };
    case 'APPENDIX':
      return { ...place, hed: appendixLevel, hd: appendixLevel };
    case 'EXTRACT': {
      const level = place.inRegulation ? Math.max(2, place.hd) : place.hd;
      return { ...place, hed: level, hd: level };
    }
    default:
      return place;
  }
}

function headingLevel(heading: XmlElement, place: Place): number {
  const rank = /^HD(\d)$/.exec(heading.attributes.SOURCE ?? '')?.[1];
  return rank === undefined ? place.hed : place.hd + Number(rank);
}

/** Whether an element holds blocks, or is one that must not be run into a line of text. */
function isBlock(element: XmlElement): boolean {
  if (element.name === 'P' || element.name === 'FP' || element.name === 'FTNT') return true;
  if (apparatus.has(element.name) || element.name === 'STARS' || element.name === 'GPOTABLE') return true;
  return element.children.some((child) => typeof child !== 'string' && !inlineElements.has(child.name));
}

function nextElement(
  parent: XmlElement,
  after: number,
): { readonly element: XmlElement; readonly index: number } | undefined {
  for (let index = after + 1; index < parent.children.length; index += 1) {
    const child = parent.children[index];
    if (child === undefined || (typeof child === 'string' && child.trim() !== '')) return undefined;
    if (typeof child !== 'string' && child.name !== 'PRTPAGE') return { element: child, index };
  }
  return undefined;
}

function paragraph(text: string): Paragraph {
  return { kind: 'paragraph', text, opens: [] };
}
