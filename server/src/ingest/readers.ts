import { readCfrAnnual } from './read-cfr-annual.ts';
import { readEcfr } from './read-ecfr.ts';
import { readEcfrText } from './read-ecfr-text.ts';
import { federalRegisterReader } from './read-federal-register.ts';
import { readHandbookMarkdown } from './read-handbook-markdown.ts';
import { htmlReader } from './read-html.ts';
import { readPandectMarkdown } from './read-pandect-markdown.ts';
import { pdfFormat, readPdf, recognisesPdf } from './read-pdf.ts';
import { readRegml } from './read-regml.ts';
import { readRegmlTree } from './read-regml-tree.ts';
import { readUscJsonl } from './read-usc-jsonl.ts';
import { readUscMarkdown } from './read-usc-markdown.ts';
import { readUslm } from './read-uslm.ts';
import type { LaterReader, Reader } from './reader.ts';

/** Every source format, the most telling marks first. A new one is added here and in README.md beside. */
export const readers: readonly (Reader | LaterReader)[] = [
  readEcfr,
  readRegml,
  readUslm,
  readCfrAnnual,
  federalRegisterReader,
  readRegmlTree,
  readUscJsonl,
  readPandectMarkdown,
  readUscMarkdown,
  readEcfrText,
  readHandbookMarkdown,
  { format: pdfFormat, recognises: recognisesPdf, read: (file) => readPdf(file) },
  htmlReader,
];
