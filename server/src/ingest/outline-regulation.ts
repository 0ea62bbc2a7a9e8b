import { type CfrHead, cfrAppendixHead, cfrSectionHead } from './cfr-facts.ts';
import type { Outline } from './outline.ts';
import { readBlocks } from './regulation-blocks.ts';
import type { RegulationDocument, RegulationPart } from './regulation-tree.ts';

/** The documents of a part in source order; what is reserved has no text and is left out. */
export function* outlineRegulation(part: RegulationPart): Iterable<Outline> {
  for (const document of joinSupplements(part.documents)) {
    const blocks = readBlocks(document);
    if (blocks.length === 0) continue;
    const { facts, ...head } = headOf(part, document);
    const { effectiveDate, editionDate } = part;
    yield {
      ...head,
      facts: {
        ...facts,
        attributes: { ...facts.attributes, ...(effectiveDate !== undefined && { effectiveDate }) },
      },
      edition: 'official',
      ...(editionDate !== undefined && { editionDate }),
      blocks,
    };
  }
}

/**
 * The Bureau's site keeps the interpretations of appendices apart under a heading of its own; the CFR prints
 * one Supplement I.
 */
function joinSupplements(documents: readonly RegulationDocument[]): readonly RegulationDocument[] {
  const supplements = documents.filter(({ kind }) => kind === 'supplement');
  const [first] = supplements;
  if (first === undefined) return documents;
  const whole = { ...first, nodes: supplements.flatMap(({ nodes }) => nodes) };
  return documents.flatMap((document) => {
    if (document.kind !== 'supplement') return [document];
    return document === first ? [whole] : [];
  });
}

const printedSection =
  /^§{1,2}[ \u00a0\u2009\u202f]*([0-9]{1,5}\.[0-9a-z-]{1,12})[ \u00a0\u2002-\u200a]*(.*)$/i;

function headOf(part: RegulationPart, { kind, label, heading }: RegulationDocument): CfrHead {
  const place = { title: part.cfrTitle, part: part.part, partHeading: part.heading };
  if (kind !== 'section') return cfrAppendixHead(place, heading);
  const section = label.join('.');
  const [, printed, subject = heading] = printedSection.exec(heading) ?? [];
  // Some headings lack the number or have another section's; label, contents and references agree on this one.
  return cfrSectionHead(place, section, printed === section ? heading : `§ ${section} ${subject}`);
}
