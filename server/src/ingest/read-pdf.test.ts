import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Block } from './outline.ts';
import { type PdfLimits, pdfLimits } from './pdf-page.ts';
import { readPdf, recognisesPdf } from './read-pdf.ts';

/** A PDF file from its objects, the first being the catalog; the smallest writer that works. */
function writePdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let at = parts[0]?.byteLength ?? 0;
  for (const [index, object] of objects.entries()) {
    const body = Buffer.isBuffer(object) ? object : Buffer.from(object, 'latin1');
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.push(at);
    at += part.byteLength;
    parts.push(part);
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${at}\n%%EOF\n`;
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`));
  return Buffer.concat(parts);
}

function stream(data: Buffer, entries = ''): Buffer {
  const head = Buffer.from(`<< /Length ${data.byteLength} ${entries}>>\nstream\n`);
  return Buffer.concat([head, data, Buffer.from('\nendstream')]);
}

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const regular = '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>';
const bold = '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold >>';

/** Pages of content streams, each with a regular font F1 and a bold F2. */
function writePages(
  contents: readonly (string | Buffer)[],
  info = '',
  extra: readonly Buffer[] = [],
): Buffer {
  const firstPage = 5;
  const kids = contents.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ');
  const pages = contents.flatMap((content, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${firstPage + index * 2 + 1} 0 R
      /Resources << /Font << /F1 3 0 R /F2 4 0 R >> /XObject << /X ${firstPage + contents.length * 2} 0 R >> >> >>`,
    typeof content === 'string' ? stream(Buffer.from(content, 'latin1')) : content,
  ]);
  const objects = [
    catalog,
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    regular,
    bold,
    ...pages,
  ];
  const infoNumber = objects.length + extra.length + 1;
  if (info === '') return writePdf([...objects, ...extra]);
  return writePdf([...objects, ...extra, info], `/Info ${infoNumber} 0 R `);
}

/** One line of text: `line('Hello', 72, 700)`. */
function line(text: string, x: number, y: number, size = 12, font = 'F1'): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`;
}

function read(bytes: Uint8Array, name = 'file.pdf', limits: PdfLimits = pdfLimits) {
  return readPdf({ name, bytes }, limits);
}
function written(block: Block): string {
  if (block.kind === 'table') return block.rows.flat().join('|');
  return block.kind === 'heading' ? `${'#'.repeat(block.level)} ${block.text}` : block.text;
}

const booklet = writePages([
  line('FFIEC Handbook', 72, 600, 28) + line('MARCH 2031', 72, 500, 18),
  line('Contents', 72, 700, 16) + line('Introduction .......... 1', 72, 670),
  line('Introduction', 72, 700, 16, 'F2') +
    line('This booklet is about barns, and about', 72, 670) +
    line('the doors of barns.', 72, 656),
  line('I Doors', 72, 700, 16, 'F2') +
    line('I.A Hinges', 72, 670, 14, 'F2') +
    line('Hinges are oiled.', 72, 640) +
    line('They do not squeak.', 72, 612),
]);
const slow = { timeout: 30_000 };

describe('the PDF reader', () => {
  it('recognises PDF by ending and by its first bytes', () => {
    expect(recognisesPdf('a.PDF', '')).toBe(true);
    expect(recognisesPdf('a', '%PDF-1.7')).toBe(true);
    expect(recognisesPdf('a.html', '<html>')).toBe(false);
  });

  it('splits an FFIEC booklet by its sections and leaves cover and contents out', slow, async () => {
    const outlines = await read(booklet, 'x/ffiec_itbooklet_informationsecurity.pdf');
    expect(outlines.map((outline) => outline.facts.externalId)).toEqual([
      'ffiec-it-information-security-introduction',
      'ffiec-it-information-security-doors',
    ]);
    expect(outlines.map((outline) => outline.blocks.map(written))).toEqual([
      ['This booklet is about barns, and about the doors of barns.'],
      ['# I.A Hinges', 'Hinges are oiled.', 'They do not squeak.'],
    ]);
    expect(outlines[1]).toMatchObject({
      edition: 'official',
      editionDate: '2031-03-01',
      heading: 'I Doors',
      facts: {
        category: 'examinationHandbook',
        authorities: ['ffiec'],
        title: 'FFIEC IT Examination Handbook, Information Security, I Doors',
        sourceUrl: 'https://ithandbook.ffiec.gov/',
        attributes: { version: 'March 2031', section: 'I Doors' },
      },
    });
  });

  it('calls a section lossy that has a page which is only a picture', slow, async () => {
    const picture = 'q 400 0 0 400 72 200 cm\nBI /W 1 /H 1 /CS /G /BPC 8 ID x\nEI Q\n';
    const pages = [
      line('Introduction', 72, 700, 16, 'F2') + line('This booklet is about barns.', 72, 670),
      line('Doors', 72, 700, 16, 'F2') + line('The following table shows doors.', 72, 670),
      picture,
    ];
    const outlines = await read(writePages(pages), 'ffiec_itbooklet_audit.pdf');
    expect(outlines.map(({ heading, edition }) => `${heading}: ${edition}`)).toEqual([
      'Introduction: official',
      'Doors: lossy',
    ]);
  });

  it('refuses a PDF whose metadata do not tell what it is, and says what to do', slow, async () => {
    const plain = writePages([line('Doors.', 72, 700)]);
    await expect(read(plain)).rejects.toThrow(/no title; .*Pandect Markdown/);
    const titled = writePages([line('Doors.', 72, 700)], '<< /Title (Doors) >>');
    await expect(read(titled)).rejects.toThrow(/no https address/);
  });

  it('refuses a PDF without text', slow, async () => {
    await expect(read(writePages(['0 0 612 792 re f\n']))).rejects.toMatchObject({ code: 'no_text' });
  });

  it('refuses truncated, broken and encrypted files', slow, async () => {
    await expect(read(booklet.subarray(0, -40))).rejects.toThrow(/truncated/);
    await expect(read(Buffer.from('%PDF-1.4\nnothing\n%%EOF'))).rejects.toMatchObject({ code: 'malformed' });
    const password = `<< /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -44 >>`;
    const id = `<${'41'.repeat(16)}>`;
    const pages = '<< /Type /Pages /Kids [] /Count 0 >>';
    const encrypted = writePdf([catalog, pages, password], `/Encrypt 3 0 R /ID [${id} ${id}] `);
    await expect(read(encrypted)).rejects.toThrow(/encrypted/);
  });

  it('refuses too many bytes, pages and runs of text', slow, async () => {
    await expect(read(booklet, 'a.pdf', { ...pdfLimits, bytes: 100 })).rejects.toMatchObject({
      code: 'too_large',
    });
    await expect(read(booklet, 'a.pdf', { ...pdfLimits, pages: 3 })).rejects.toThrow(/4 pages/);
    const many = writePages([Array.from({ length: 400 }, (_, at) => line('x', 72, 10 + at * 1.9)).join('')]);
    await expect(read(many, 'a.pdf', { ...pdfLimits, itemsPerPage: 100 })).rejects.toThrow(/runs of text/);
  });

  it('stops a file that unpacks without end', slow, async () => {
    const bomb = stream(deflateSync(Buffer.alloc(400_000_000, ' '), { level: 1 }), '/Filter /FlateDecode ');
    const limits = { ...pdfLimits, memoryBytes: 200 * 1024 * 1024 };
    await expect(read(writePages([bomb]), 'a.pdf', limits)).rejects.toThrow(/unpacks to more than 200 MB/);
  });

  it('stops a file whose drawing calls itself without end', slow, async () => {
    // Each form draws the next one twice: 2 to the 40th steps.
    const forms = Array.from({ length: 40 }, (_, index) =>
      stream(
        Buffer.from(index === 39 ? line('x', 72, 700) : '/X Do /X Do'),
        `/Type /XObject /Subtype /Form /BBox [0 0 612 792]
          /Resources << /Font << /F1 3 0 R >> /XObject << /X ${index === 39 ? 7 : 8 + index} 0 R >> >> `,
      ),
    );
    const limits = { ...pdfLimits, timeMs: 2_000 };
    await expect(read(writePages(['/X Do'], '', forms), 'a.pdf', limits)).rejects.toMatchObject({
      code: 'took_too_long',
    });
  });
});

const folder = new URL('../../../../shared/corpus/guidance/ffiec-it-handbook/', import.meta.url);

describe('the PDF reader on real booklets', () => {
  it.skipIf(!existsSync(folder))(
    'finds introduction and appendices of every booklet, no word of them twice in a row',
    { timeout: 120_000 },
    async () => {
      for (const name of readdirSync(folder).filter((file) => file.endsWith('.pdf'))) {
        const outlines = await read(readFileSync(new URL(name, folder)), name);
        const headings = outlines.map((outline) => outline.heading.toLowerCase());
        expect(headings[0], name).toBe('introduction');
        expect(headings.at(-1), name).toMatch(/^appendix [a-z]: /);
        const texts = outlines.flatMap((outline) => outline.blocks.map(written));
        const doubled = texts.filter((text, index) => text.length > 40 && text === texts[index + 1]);
        expect(doubled, name).toEqual([]);
      }
    },
  );
});
