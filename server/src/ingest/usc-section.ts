import { uscSectionSlug, uscSectionUrl } from '../corpus/cfr-parts.ts';
import type { Edition } from '../corpus/document.ts';
import { plainSection, uscCitation, uscContainer } from '../corpus/usc-acts.ts';
import type { Block, Outline, Paragraph, Provision } from './outline.ts';
import { inferLevels, schemes } from './paragraph-levels.ts';

/** A section of the United States Code as the Markdown editions give it. */
interface UscSection {
  /** Title of the Code. */
  readonly title: number;
  /** As printed, with its en dash: `1681c–1`. */
  readonly section: string;
  /** The words of the heading: `Definitions`. */
  readonly name: string;
  /** The whole heading line as published. */
  readonly heading: string;
  /** `41`, where the source tells. */
  readonly chapter?: string;
  /** Heading of the chapter or subchapter, the container where no Act is known. */
  readonly chapterHeading?: string;
  readonly publicLawNumber?: string;
  readonly enactedDate?: string;
  readonly edition: Edition;
  readonly editionDate?: string;
  readonly blocks: readonly Block[];
}

export function outlineOfSection(source: UscSection): Outline {
  const { title, section, name, chapter, editionDate, publicLawNumber, enactedDate } = source;
  const citation = uscCitation(title, section);
  const label = `${citation} ${name.replace(/(?<!etc)\.$/, '')}`;
  const sourceUrl = uscSectionUrl(title, section);
  return {
    facts: {
      externalId: uscSectionSlug(title, section),
      category: 'statute',
      title: label,
      authorities: ['congress'],
      jurisdictions: ['us-federal'],
      sourceUrl,
      attributes: {
        category: 'statute',
        citation,
        sourceUrl,
        uscTitle: title,
        ...(chapter === undefined ? {} : { uscChapter: chapter }),
        uscSection: plainSection(section),
        ...(publicLawNumber === undefined ? {} : { publicLawNumber }),
        ...(enactedDate === undefined ? {} : { enactedDate }),
      },
    },
    edition: source.edition,
    ...(editionDate === undefined ? {} : { editionDate }),
    container: [uscContainer(title, section, source.chapterHeading)],
    label,
    heading: source.heading,
    blocks: source.blocks,
  };
}

/** A paragraph whose designators are still to be placed. */
export interface UscParagraph {
  readonly text: string;
  /** The text after the designators is the provision's heading and nothing else. */
  readonly isHeading?: boolean;
  /** Opens nothing whatever it begins with: quoted forms, footnotes. */
  readonly isPlain?: boolean;
}

/** Nests the paragraphs of a section: (a) > (1) > (A) > (i) > (I) > (aa). */
export function nestUscParagraphs(paragraphs: readonly UscParagraph[]): Paragraph[] {
  const flat = paragraphs.map(({ text, isPlain = false }) => {
    return { text: maskReference(text), italic: [], plain: isPlain };
  });
  const nested = inferLevels(flat, schemes.statute);
  return paragraphs.map(({ text, isHeading = false }, index): Paragraph => {
    const opens = addRuns(text, nested[index]?.opens ?? []);
    const last = opens.at(-1);
    if (!last || !isHeading) return { kind: 'paragraph', text, opens };
    const words = text.slice(last.at).replace(leadingDesignators, '');
    const heading = words.replace(/[.:]?—?$/, '');
    const named = { ...last, ...(heading === '' ? {} : { heading }) };
    return { kind: 'paragraph', text, opens: [...opens.slice(0, -1), named] };
  });
}

/**
 * `(B) of the information ...` begins a provision here, as every provision of these editions has a paragraph of
 * its own; what makes it look like a reference is hidden while levels are inferred.
 */
function maskReference(text: string): string {
  const mask = (found: string, designators: string) => designators.padEnd(found.length, '·');
  return text.replace(/^((?:\([A-Za-z0-9]{1,6}\))+)(?: ?, \(| (?:of|and|or|through)\b)/, mask);
}

const leadingDesignators = /^(?:\([A-Za-z0-9]{1,6}\) ?)+/;
/** `(h), (i) Repealed.`: one line stands for several provisions. */
const run =
  /^\(([A-Za-z0-9]{1,6})\)((?:(?: ?, (?:and )?| and | to |–)\([A-Za-z0-9]{1,6}\))+) \[?(?:Repealed|Omitted|Reserved|Transferred)/;

function addRuns(text: string, opens: readonly Provision[]): readonly Provision[] {
  const [first] = opens;
  const found = first?.at === 0 && opens.length === 1 ? run.exec(text) : undefined;
  if (!first || !found) return opens;
  const others = [...(found[2] ?? '').matchAll(/\(([A-Za-z0-9]{1,6})\)/g)].map((match): Provision => {
    const at = (found[1] ?? '').length + 2 + match.index;
    return { path: [...first.path.slice(0, -1), match[1] ?? ''], at };
  });
  return [first, ...others];
}
