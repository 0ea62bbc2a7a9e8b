import { hash } from 'node:crypto';
import { contextLine } from '../search/context-line.ts';
import { passageHash } from '../search/encoder.ts';
import { Tokenizer } from '../search/tokenize.ts';

/** Grows when the files of an index change their form. */
const fileFormat = 1;

/** Words of every kind the tokenizer knows. */
const sampleText =
  "The consumer's pre-authorized transfers, 12 CFR 1005.11(c)(2)(i), 15 U.S.C. 1681c–1: $10,000 or 21.5% annual percentage rates; disclosed, disclosing, generally, naïve, non-refundable";
const samplePath = 'Regulation E (12 CFR 1005) > 1005.11 Procedures > (c) Time limits > (2) Ten days';
const sampleDocuments = [
  { title: '12 CFR 1005.11 Procedures', attributes: { cfrTitle: 12, cfrPart: 1005 } },
  { title: 'Supplement I to Part 1005', attributes: {} },
].map((facts) => ({ facts, container: ['Regulation E (12 CFR 1005)'] }));

let version: string | undefined;

/**
 * An index that was written under another version is built anew. Made from what the tokenizer and the line of context
 * do with samples: whoever changes those need not remember that indexes exist.
 */
export function indexVersion(): string {
  if (version === undefined) {
    const lines = sampleDocuments.map((document) => contextLine(document, { sectionPath: samplePath }));
    const made = [new Tokenizer().tokens(sampleText), lines.map((line) => passageHash(line, sampleText))];
    version = `${fileFormat}.${hash('sha256', JSON.stringify(made), 'hex').slice(0, 8)}`;
  }
  return version;
}
