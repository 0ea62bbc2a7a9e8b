import type { SourceUnit } from './fidelity-compare.ts';
import { squash } from './fidelity-compare.ts';
import type { RuleCounts } from './fidelity-rules.ts';
import { attributeOf, namesIn, readTokens } from './fidelity-xml.ts';

/** How an edition of the CFR names its parts; what is not named here is text of the law and a block of its own. */
interface Shape {
  readonly units: ReadonlySet<string>;
  /** Elements that make the heading line of a unit. */
  readonly headings: ReadonlySet<string>;
  /** The first of these in a unit is its heading line. */
  readonly firstHeading: string;
  /** Apparatus. */
  readonly dropped: ReadonlySet<string>;
  /** Elements inside a line. */
  readonly inline: ReadonlySet<string>;
  /** Headings of what holds the units. */
  readonly structure: ReadonlySet<string>;
}

const ecfr: Shape = {
  units: namesIn('DIV8 DIV9'),
  headings: namesIn('HEAD'),
  firstHeading: '',
  // ECFR-XML-User-Guide.md; FTREF, img and PRTPAGE have no words.
  dropped: namesIn('AUTH SOURCE CITA SECAUTH APPRO EDNOTE EFFDNOT CROSSREF XREF STARS'),
  inline: namesIn('I E SU FR FTREF sup sub strong em br AC'),
  structure: namesIn('HEAD'),
};

const annual: Shape = {
  units: namesIn('SECTION APPENDIX'),
  headings: namesIn('SECTNO SUBJECT'),
  firstHeading: 'HD',
  dropped: namesIn('FDSYS CONTENTS AUTH SOURCE CITA EAR RESERVED GID'),
  inline: namesIn('E SU FR PRTPAGE LI'),
  structure: namesIn('HD'),
};

/** What the rebuilder of Title 12 says of an element it could not put back together. */
const displacements = namesIn('displaced guess order-lost');

export function extractEcfr(xml: string, rules: RuleCounts): readonly SourceUnit[] {
  return extract(xml, ecfr, rules);
}

export function extractAnnual(xml: string, rules: RuleCounts): readonly SourceUnit[] {
  return extract(xml, annual, rules);
}

interface Draft {
  readonly element: string;
  readonly name: string;
  heading: string;
  hasHeading: boolean;
  isDisplaced: boolean;
  readonly pieces: string[];
}

function extract(xml: string, shape: Shape, rules: RuleCounts): readonly SourceUnit[] {
  const units: Draft[] = [];
  const outside: string[] = [];
  const stack: string[] = [];
  let unit: Draft | undefined;
  /** What a part prints outside its sections is a document of its own, after them. */
  let part: Draft | undefined;
  let droppedAt = 0;
  let line = '';
  let heads: { level: number; text: string }[] | undefined;
  let headLevel = 1;

  const flush = () => {
    const text = line;
    line = '';
    if (squash(text) === '') return;
    const element = stack.findLast((name) => !shape.inline.has(name)) ?? '';
    const isFirst = unit !== undefined && element === shape.firstHeading && !unit.hasHeading;
    if (unit === undefined) {
      if (shape.structure.has(element)) {
        rules.add('structure-heading');
        if (part && stack.at(-2) === 'DIV5') part.heading += text;
      } else if (part) part.pieces.push(text);
      else outside.push(text);
    } else if (shape.headings.has(element) || isFirst) {
      unit.heading += text;
      unit.hasHeading = true;
    } else if (heads && element === 'CHED') heads.push({ level: headLevel, text });
    else unit.pieces.push(text);
  };

  for (const token of readTokens(xml)) {
    if (token.kind === 'text') {
      if (droppedAt === 0) line += token.text;
    } else if (token.kind === 'open') {
      if (droppedAt === 0 && !shape.inline.has(token.name)) {
        if (shape.dropped.has(token.name)) {
          droppedAt = stack.length + 1;
          rules.add(token.name === 'STARS' ? 'omission-stars' : 'apparatus-dropped');
        } else flush();
      }
      stack.push(token.name);
      if (droppedAt > 0) continue;
      const recon = attributeOf(token.attributes, 'RECON');
      if (shape.units.has(token.name) && unit === undefined) {
        const name = `${token.name} ${attributeOf(token.attributes, 'N')}`;
        unit = { element: token.name, name, heading: '', hasHeading: false, isDisplaced: false, pieces: [] };
        units.push(unit);
      } else if (token.name === 'DIV5') {
        const name = `DIV5 ${attributeOf(token.attributes, 'N')} notes`;
        part = { element: 'DIV5', name, heading: '', hasHeading: true, isDisplaced: false, pieces: [] };
      } else if (token.name === 'BOXHD') heads = [];
      else if (token.name === 'CHED') headLevel = Number(attributeOf(token.attributes, 'H') || '1');
      if (unit && displacements.has(recon)) {
        unit.isDisplaced = true;
        rules.add('displaced-in-source');
      }
    } else {
      if (droppedAt === 0 && !shape.inline.has(token.name)) flush();
      if (droppedAt === stack.length) droppedAt = 0;
      stack.pop();
      if (token.name === 'BOXHD' && heads) {
        const rows = heads.toSorted((one, other) => one.level - other.level);
        if (rows.some((head, index) => head !== heads?.[index])) rules.add('table-head-rows');
        unit?.pieces.push(...rows.map(({ text }) => text));
        heads = undefined;
      } else if (token.name === 'DIV5') {
        if (part && part.pieces.length > 0) units.push(part);
        part = undefined;
      } else if (token.name === unit?.element && !stack.includes(token.name)) unit = undefined;
    }
  }
  rules.add('outside-sections', outside.length);
  const withText = units.filter(({ pieces }) => pieces.length > 0);
  rules.add('heading-only', units.length - withText.length);
  return withText.map(({ element: _element, hasHeading: _hasHeading, ...unit }) => unit);
}
