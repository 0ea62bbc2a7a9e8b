import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits, scenarios } from '@pandect/contract';
import { exampleMarkdown } from '../../test/fixtures/corpus.ts';
import type { Report } from '../section.ts';
import { createHttpClient, jsonRequest } from './http-client.ts';
import { importFolder } from './imports.ts';
import { startServeChild } from './serve-child.ts';

/** No door may be held longer by one text. */
const importSeconds = 60;
const answerSeconds = 10;

interface Slowest {
  ms: number;
  unit: string;
}

/** Texts made of one piece over and over, through the doors they come in by, at the size each lets in. */
export async function checkTexts(
  chosen: readonly string[],
  documentChars: number,
  report: Report,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pandect-proof-texts-'));
  try {
    const dataDir = join(folder, 'data');
    const documents = await importTexts(folder, dataDir, chosen, documentChars, report);
    await askAbout(dataDir, chosen, documents, report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One import for each piece, with a file in each of three formats; returns the documents made. */
async function importTexts(
  folder: string,
  dataDir: string,
  chosen: readonly string[],
  chars: number,
  report: Report,
): Promise<string[]> {
  const slowest: Slowest = { ms: 0, unit: '' };
  const documents: string[] = [];
  let refused = 0;
  for (const [i, unit] of chosen.entries()) {
    const sources = join(folder, `sources-${i}`);
    mkdirSync(sources);
    const body = unit.repeat(Math.floor(chars / unit.length));
    const escaped = body.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    writeFileSync(join(sources, 'text.md'), exampleMarkdown({ externalId: `hostile-${i}`, body }));
    writeFileSync(
      join(sources, 'text.xml'),
      `<?xml version="1.0"?>\n<ECFR><DIV1 N="99" TYPE="TITLE"><HEAD>Title 99</HEAD><DIV5 N="${i + 1}" TYPE="PART"><HEAD>PART ${i + 1}—EXAMPLES</HEAD>\n<DIV8 N="${i + 1}.1" TYPE="SECTION"><HEAD>§ ${i + 1}.1   Purpose.</HEAD><P>(a) ${escaped}</P></DIV8></DIV5></DIV1></ECFR>`,
    );
    writeFileSync(
      join(sources, 'text.html'),
      `<!doctype html><html><head><title>x</title></head><body><main><h1>x</h1><p>${body}</p></main></body></html>`,
    );
    const started = performance.now();
    const imported = await importFolder(dataDir, sources);
    const ms = performance.now() - started;
    refused += imported.refused.length;
    if (ms > slowest.ms) Object.assign(slowest, { ms, unit });
    documents.push(`hostile-${i}`, `99-cfr-${i + 1}-1`);
    rmSync(sources, { recursive: true, force: true });
  }
  report.check(
    `import of ${chosen.length} x 3 files of ${chars.toLocaleString('en')} characters of one piece each (${refused} refused by their readers)`,
    slowest.ms < importSeconds * 1000,
    `the slowest three took ${(slowest.ms / 1000).toFixed(1)} s, of ${JSON.stringify(slowest.unit)}`,
    `under ${importSeconds} s`,
  );
  return documents;
}

async function askAbout(
  dataDir: string,
  chosen: readonly string[],
  documents: readonly string[],
  report: Report,
): Promise<void> {
  const service = await startServeChild({
    PANDECT_DATA_DIR: dataDir,
    PANDECT_STARTER_CORPUS: 'off',
    PANDECT_LOG_LEVEL: 'error',
  });
  const client = createHttpClient(service.url, 4);
  const ask = async (slowest: Slowest, unit: string, method: string, path: string, body?: unknown) => {
    const started = performance.now();
    const { status } = await client.send(jsonRequest(service.key, method, `/api/v1/${path}`, body));
    const ms = performance.now() - started;
    if (ms > slowest.ms) Object.assign(slowest, { ms, unit });
    return status;
  };
  const screened: Slowest = { ms: 0, unit: '' };
  const asked: Slowest = { ms: 0, unit: '' };
  const referred: Slowest = { ms: 0, unit: '' };
  const wrong: string[] = [];
  try {
    // The first question waits until those documents are indexed, which is not what is asked here.
    await ask({ ms: 0, unit: '' }, '', 'POST', 'regulations/query', { query: 'ready?' });
    for (const [i, unit] of chosen.entries()) {
      const fill = (chars: number) => unit.repeat(Math.floor(chars / unit.length));
      const content = { type: 'text', text: fill(limits.analysisChars) };
      const scenario = scenarios[i % scenarios.length];
      const risk = await ask(screened, unit, 'POST', 'analysis/risk', { content, scenario });
      const query = await ask(asked, unit, 'POST', 'regulations/query', { query: fill(limits.queryChars) });
      const listed = await ask(asked, unit, 'GET', `regulations?query=${encodeURIComponent(fill(500))}`);
      for (const status of [risk, query, listed]) {
        if (status !== 200) wrong.push(`${status} for ${JSON.stringify(unit)}`);
      }
    }
    for (const id of documents) {
      const status = await ask(referred, id, 'GET', `regulations/${id}/references`);
      if (status !== 200 && status !== 404) wrong.push(`${status} for the references of ${id}`);
    }
    const doors = [
      [`screening of ${limits.analysisChars.toLocaleString('en')} characters of one piece`, screened],
      [`questions of ${limits.queryChars.toLocaleString('en')} characters of one piece`, asked],
      ['references of those documents', referred],
    ] as const;
    for (const [what, { ms, unit }] of doors) {
      report.check(
        `${what}, the slowest answer`,
        ms < answerSeconds * 1000 && ms > 0,
        `${ms.toFixed(0)} ms, of ${JSON.stringify(unit)}`,
        `under ${answerSeconds} s`,
      );
    }
    report.check(
      'all of them are answered',
      wrong.length === 0,
      wrong.slice(0, 3).join('; ') || 'yes',
      'yes',
    );
  } finally {
    client.close();
    await service.stop();
  }
}
