import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { getDocument, OPS, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { PdfAnswer, PdfItem, PdfLimits, PdfPage } from './pdf-page.ts';

/** Runs in a thread of its own, so that the caller can end it: see extract-pdf.ts. */
if (!isMainThread) {
  const { bytes, limits }: { bytes: Uint8Array; limits: PdfLimits } = workerData;
  extract(bytes, limits).then(
    (answer) => parentPort?.postMessage(answer),
    (error: unknown) => parentPort?.postMessage(refusal(error)),
  );
}

async function extract(bytes: Uint8Array, limits: PdfLimits): Promise<PdfAnswer> {
  const task = getDocument({
    data: bytes,
    // Nothing outside the file is needed for its words, and nothing outside is fetched.
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    stopAtErrors: true,
    verbosity: 0,
  });
  const document = await task.promise;
  if (document.numPages > limits.pages) {
    return tooLarge(`the PDF has ${document.numPages} pages; at most ${limits.pages} are read`);
  }
  const fonts = new Map<string, FontStyle>();
  const pages: PdfPage[] = [];
  let itemCount = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const read = await readPage(page, fonts, limits.itemsPerPage);
    if (read === undefined) {
      return tooLarge(`page ${number} has more than ${limits.itemsPerPage} runs of text`);
    }
    pages.push(read);
    itemCount += read.items.length;
    if (itemCount > limits.items) return tooLarge(`the PDF has more than ${limits.items} runs of text`);
    page.cleanup();
  }
  return { kind: 'text', text: { ...(await readMetadata(document)), pages } };
}

interface FontStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  /** The standard font of signs, whose codes pdf.js passes on as letters. */
  readonly dingbats: boolean;
}
const plainStyle: FontStyle = { bold: false, italic: false, dingbats: false };

async function readPage(
  page: PDFPageProxy,
  fonts: Map<string, FontStyle>,
  maxItems: number,
): Promise<PdfPage | undefined> {
  const drawn: TextItem[] = [];
  // Read as it comes, to stop at the cap and not after the last of a million runs.
  const reader: ReadableStreamDefaultReader<TextContent> = page.streamTextContent().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const item of value.items) if ('str' in item && item.str !== '') drawn.push(item);
    if (drawn.length > maxItems) return undefined;
  }
  // Weight and slant are known only once the page's operators are, so only where a font is new.
  if (drawn.some((item) => !fonts.has(item.fontName))) {
    await page.getOperatorList();
    for (const { fontName } of drawn) if (!fonts.has(fontName)) fonts.set(fontName, styleOf(page, fontName));
  }
  const items = drawn.map((item): PdfItem => {
    const [, , shearX = 0, scaleY = 0, x = 0, y = 0] = item.transform.map(Number);
    const { bold, italic, dingbats } = fonts.get(item.fontName) ?? plainStyle;
    const text = dingbats ? readDingbats(item.str) : item.str;
    return { text, x, y, width: item.width, size: Math.hypot(shearX, scaleY), bold, italic };
  });
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const isPicture = await isPictured(page, items);
  return { width: right - left, height: top - bottom, isPicture, items };
}

/** A page with less text is empty but for its running lines, or it is a picture. */
const minPageChars = 120;
const pictureOperators: ReadonlySet<number> = new Set([
  ...[OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject],
]);

async function isPictured(page: PDFPageProxy, items: readonly PdfItem[]): Promise<boolean> {
  let chars = 0;
  for (const { text } of items) chars += text.length;
  if (chars >= minPageChars) return false;
  const { fnArray } = await page.getOperatorList();
  return fnArray.some((operator) => pictureOperators.has(operator));
}

function styleOf(page: PDFPageProxy, fontName: string): FontStyle {
  const font: unknown = page.commonObjs.has(fontName) ? page.commonObjs.get(fontName) : undefined;
  if (typeof font !== 'object' || font === null) return plainStyle;
  const is = (key: string) => Reflect.get(font, key) === true;
  const dingbats = Reflect.get(font, 'loadedName') === 'ZapfDingbats';
  return { bold: is('bold') || is('black'), italic: is('italic'), dingbats };
}

/** ISO 32000, D.6: ZapfDingbats runs along the Unicode block but for a few signs that stand elsewhere. */
const dingbatsElsewhere: ReadonlyMap<string, string> = new Map(
  Object.entries({ '%': '☎', '*': '☛', '+': '☞', H: '★', l: '●', n: '■', s: '▲', t: '▼', u: '◆', w: '◗' }),
);

function readDingbats(codes: string): string {
  return codes.replace(/[!-~]/g, (code) => {
    return dingbatsElsewhere.get(code) ?? String.fromCharCode(0x2700 + code.charCodeAt(0) - 0x20);
  });
}

async function readMetadata(
  document: PDFDocumentProxy,
): Promise<{ readonly title: string; readonly addresses: readonly string[] }> {
  const { info, metadata } = await document.getMetadata();
  const title: unknown = Reflect.get(info, 'Title');
  const named: unknown[] = ['dc:source', 'dc:identifier', 'xmp:baseurl', 'prism:url'].map((name) =>
    metadata?.get(name),
  );
  return {
    title: typeof title === 'string' ? title : '',
    addresses: named.filter((address) => typeof address === 'string'),
  };
}

function tooLarge(message: string): PdfAnswer {
  return { kind: 'refused', reason: 'too_large', message };
}

function refusal(error: unknown): PdfAnswer {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') {
    return {
      kind: 'refused',
      reason: 'encrypted',
      message: 'the PDF is encrypted; save it without a password',
    };
  }
  const said = error instanceof Error ? error.message : String(error);
  return { kind: 'refused', reason: 'malformed', message: `the PDF cannot be read: ${said.slice(0, 200)}` };
}
