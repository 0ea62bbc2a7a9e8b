import { type SourceUnit, squash } from './fidelity-compare.ts';
import type { RuleCounts } from './fidelity-rules.ts';
import { keepLaw, type UscDraft } from './fidelity-usc.ts';
import { attributeOf, namesIn, readTokens } from './fidelity-xml.ts';

/** The United States Code in the Office's own XML (USLM-User-Guide.md). */

const uslmDropped = namesIn('meta sourceCredit notes toc page');
const uslmInline = namesIn('b i sup sub inline ref date span quotedContent');

/** Sections under the title; a section inside quoted law is text. A footnote follows the block it stands in. */
export function extractUslm(xml: string, rules: RuleCounts): readonly SourceUnit[] {
  const units: UscDraft[] = [];
  const stack: string[] = [];
  let unit: (UscDraft & { depth: number }) | undefined;
  let droppedAt = 0;
  let footnoteAt = 0;
  let line = '';
  let footnote = '';
  let footnotes: string[] = [];

  const flush = () => {
    const isHeading =
      unit !== undefined && stack.length === unit.depth + 1 && /^(?:num|heading)$/.test(stack.at(-1) ?? '');
    const text = line;
    line = '';
    if (unit === undefined) {
      if (squash(text) !== '') rules.add('structure-heading');
      return;
    }
    if (isHeading) unit.heading += text;
    else if (squash(text) !== '') unit.pieces.push(text);
    unit.pieces.push(...footnotes);
    rules.add('footnote-after-paragraph', footnotes.length);
    footnotes = [];
  };

  for (const token of readTokens(xml)) {
    if (token.kind === 'text') {
      if (droppedAt > 0) continue;
      if (footnoteAt > 0) footnote += token.text;
      else line += token.text;
    } else if (token.kind === 'open') {
      const isFootnote = token.name === 'note' && attributeOf(token.attributes, 'type') === 'footnote';
      const isBlock = droppedAt === 0 && footnoteAt === 0 && !uslmInline.has(token.name);
      if (isBlock && !isFootnote) flush();
      stack.push(token.name);
      if (!isBlock) continue;
      if (isFootnote) footnoteAt = stack.length;
      else if (uslmDropped.has(token.name)) {
        droppedAt = stack.length;
        rules.add('apparatus-dropped');
      } else if (token.name === 'section' && unit === undefined) {
        unit = {
          name: attributeOf(token.attributes, 'identifier'),
          heading: '',
          pieces: [],
          depth: stack.length,
        };
        units.push(unit);
      }
    } else {
      if (footnoteAt === stack.length) {
        footnotes.push(footnote);
        footnote = '';
        footnoteAt = 0;
      } else if (droppedAt === stack.length) droppedAt = 0;
      else if (droppedAt === 0 && footnoteAt === 0 && !uslmInline.has(token.name)) flush();
      if (stack.length === unit?.depth) unit = undefined;
      stack.pop();
    }
  }
  return keepLaw(units, rules);
}
