import {
  type CfrPart,
  cfrAppendixSlug,
  cfrAppendixUrl,
  cfrAuthorities,
  cfrSectionSlug,
  cfrSectionUrl,
  containerLabel,
  shortAppendixName,
} from '../corpus/cfr-parts.ts';
import type { Attributes } from '../corpus/document.ts';
import type { Outline } from './outline.ts';

/** Everything of an outline that does not come from the body of the text. */
export type CfrHead = Pick<Outline, 'facts' | 'container' | 'label' | 'heading'>;

export interface CfrPlace {
  readonly title: number;
  readonly part: CfrPart;
  /** `PART 353—SUSPICIOUS ACTIVITY REPORTS`; empty where the file holds less than a part. */
  readonly partHeading: string;
  /** Breadcrumb of the part where it is known already: a part may hold hundreds of sections. */
  readonly container?: string;
}

interface CfrNames {
  readonly externalId: string;
  readonly label: string;
  readonly citation: string;
  readonly sourceUrl: string;
  readonly cfrSection: string;
  readonly heading: string;
}

/** A section: number as printed (`1005.11`), heading line as published (`§ 1005.11 Procedures ...`). */
export function cfrSectionHead(
  place: CfrPlace,
  section: string,
  heading: string,
  lastAmendedDate?: string,
): CfrHead {
  const line = heading
    .replace(/^§{0,2}\s*/, '')
    .replace(section, '')
    .trim();
  const subject = withoutFullStop(line.replace(noteMark, '.'));
  const names: CfrNames = {
    externalId: cfrSectionSlug(place.title, section),
    label: subject === '' ? section : `${section} ${subject}`,
    citation: `${place.title} CFR ${section}`,
    sourceUrl: cfrSectionUrl(place.title, section),
    cfrSection: section.slice(section.indexOf('.') + 1),
    heading,
  };
  return headOf(place, names, `${place.title} CFR ${names.label}`, lastAmendedDate);
}

/** An appendix or supplement, named by its heading: `Appendix A to Part 1005—Model Disclosure Clauses`. */
export function cfrAppendixHead(place: CfrPlace, heading: string, lastAmendedDate?: string): CfrHead {
  const { name, subject } = splitAppendixHeading(heading);
  const short = shortAppendixName(name);
  const part = place.part === '' ? '' : `Part ${place.part}`;
  const label = [part, short, subject].filter((word) => word !== '').join(' ');
  const names: CfrNames = {
    externalId: cfrAppendixSlug(place.title, place.part, name),
    label,
    citation: part === '' ? `${place.title} CFR ${short}` : `${place.title} CFR ${part}, ${short}`,
    sourceUrl: cfrAppendixUrl(place.title, place.part, name),
    cfrSection: short,
    heading,
  };
  return headOf(place, names, `${place.title} CFR ${label}`, lastAmendedDate);
}

/** The notes a part prints outside its sections, under the part's own heading. */
export function cfrNotesHead(place: CfrPlace): CfrHead {
  const label = `Part ${place.part} Notes`;
  const names: CfrNames = {
    externalId: `${place.title}-cfr-${String(place.part).toLowerCase()}-notes`,
    label,
    citation: `${place.title} CFR Part ${place.part}, Notes`,
    sourceUrl: `https://www.ecfr.gov/current/title-${place.title}/part-${place.part}`,
    cfrSection: 'Notes',
    heading: place.partHeading,
  };
  return headOf(place, names, `${place.title} CFR ${label}`);
}

const namedForPart =
  /^(.{1,80}? (?:to|of) (?:subparts? [A-Z]{1,3} (?:of|to) )?part [0-9a-z]+)\b[\s—–:.-]*(.*)$/i;
const dashed = /^([^—]{1,120})\s*—\s*(.*)$/;

/** `Supplement I to Part 1026` and `Official Interpretations`. */
export function splitAppendixHeading(heading: string): { readonly name: string; readonly subject: string } {
  const match = namedForPart.exec(heading) ?? dashed.exec(heading);
  const name = (match?.[1] ?? heading).trim().replace(/ To Part /, ' to Part ');
  return { name, subject: withoutFullStop((match?.[2] ?? '').trim()) };
}

function headOf(place: CfrPlace, names: CfrNames, title: string, lastAmendedDate?: string): CfrHead {
  const part = Number.parseInt(String(place.part), 10);
  const attributes: Attributes = {
    category: 'regulation',
    citation: names.citation,
    sourceUrl: names.sourceUrl,
    cfrTitle: place.title,
    ...(Number.isNaN(part) ? {} : { cfrPart: part }),
    cfrSection: names.cfrSection,
    ...(lastAmendedDate === undefined ? {} : { lastAmendedDate }),
  };
  return {
    facts: {
      externalId: names.externalId,
      category: 'regulation',
      title,
      authorities: cfrAuthorities(place.title, place.part),
      jurisdictions: ['us-federal'],
      sourceUrl: names.sourceUrl,
      attributes,
    },
    container: [place.container ?? containerLabel(place.title, place.part, place.partHeading)],
    label: names.label,
    heading: names.heading,
  };
}

/** The mark of a footnote to the heading, `Findings. 1`, is no part of the name. */
const noteMark = /\. \d{1,2}$/;

function withoutFullStop(text: string): string {
  return text.endsWith('.') && !text.endsWith('..') ? text.slice(0, -1).trimEnd() : text;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const printedDate = /\b([A-Z][a-z]{2,8})\.? (\d{1,2}), ?(\d{4})\b/g;

/** Every date a credit or notice prints (`Sept. 16, 1975`), as `yyyy-mm-dd`. */
export function printedDates(text: string): string[] {
  const dates: string[] = [];
  printedDate.lastIndex = 0;
  for (let found = printedDate.exec(text); found; found = printedDate.exec(text)) {
    const [, month = '', day = '', year = ''] = found;
    const number = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
    if (number > 0) dates.push(`${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`);
  }
  return dates;
}

/** Day of the last amendment in a source credit, `[76 FR 1, Jan. 3, 2011, as amended at 80 FR 2, May 5, 2015]`. */
export function lastAmendment(credit: string): string | undefined {
  if (!/amended|revised|redesignated/i.test(credit)) return undefined;
  return printedDates(credit).sort().at(-1);
}
