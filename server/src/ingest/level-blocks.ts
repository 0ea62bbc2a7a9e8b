import { type Scheme, schemes } from './designators.ts';
import type { Block, Heading, Table } from './outline.ts';
import { type FlatParagraph, inferLevels } from './paragraph-levels.ts';

/** A heading as found; `quoted` where it stands in a form or notice that is only set out. */
export interface FlatHeading extends Heading {
  readonly quoted?: boolean;
}

/** A document in reading order before its nesting is known. */
export type FlatBlock = FlatHeading | Table | FlatParagraph;

/** Infers the nesting of the paragraphs and puts headings and tables back between them. */
export function levelBlocks(flat: readonly FlatBlock[], scheme: Scheme): Block[] {
  const paragraphs: FlatParagraph[] = [];
  const blocks: (Block | undefined)[] = [];
  const places: number[] = [];
  let afterHeading = false;
  for (const block of flat) {
    if ('kind' in block && block.kind === 'table') {
      blocks.push(block);
      continue;
    }
    const heading = 'kind' in block ? block : commentHeading(block, scheme);
    if (!heading && !('kind' in block)) {
      places.push(blocks.push(undefined) - 1);
      paragraphs.push(afterHeading ? { ...block, afterHeading } : block);
      afterHeading = false;
    } else if (heading) {
      blocks.push({ kind: 'heading', level: heading.level, text: heading.text });
      afterHeading = true;
      // In an appendix `II. Standards` is a heading and the parent of `A.` below it.
      if (scheme.order === 'free' && !heading.quoted) {
        places.push(-1);
        paragraphs.push({ text: heading.text, italic: [], afterHeading });
        afterHeading = false;
      }
    }
  }
  for (const [index, paragraph] of inferLevels(paragraphs, scheme).entries()) {
    const place = places[index] ?? -1;
    if (place >= 0) blocks[place] = paragraph;
  }
  return blocks.filter((block) => block !== undefined);
}

/** Official interpretations number their comments one way, appendices each their own. */
export function appendixScheme(heading: string): Scheme {
  const isInterpretation = /^supplement\b|—official (?:staff )?(?:interpretations?|commentary)/i.test(
    heading,
  );
  return isInterpretation ? schemes.interpretation : schemes.outline;
}

const commentHeadingLevel = 3;

/** Some supplements set the provision they comment on, `2(c) Adverse action`, as an italic line of text. */
function commentHeading(paragraph: FlatParagraph, scheme: Scheme): FlatHeading | undefined {
  const { text, italic, plain } = paragraph;
  if (scheme !== schemes.interpretation || plain || italic.length !== 1) return undefined;
  const isWhole = italic[0]?.start === 0 && italic[0].end >= text.length - 1;
  if (!isWhole || !/^(?:paragraphs? )?\d{1,3}\([a-z]\)/i.test(text)) return undefined;
  return { kind: 'heading', level: commentHeadingLevel, text };
}
