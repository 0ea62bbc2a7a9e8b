import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServeProcess, startServe } from '../../bench/serve-process.ts';
import { runPandect } from '../processes.ts';
import type { Report } from '../section.ts';
import { callApi, resultIds } from './api.ts';
import type { CleanUp } from './clean-up.ts';
import type { Cluster } from './cluster.ts';
import { timeUntil } from './time-until.ts';

const section = 1;
const externalId = `12-cfr-9999-${section}`;
const withinMs = 10_000;

/** An edition of a document that is nobody's law; the word tells it from all others. */
export function edition(section: number, word: string, day: string): string {
  return `---
externalId: 12-cfr-9999-${section}
category: regulation
title: 12 CFR 9999.${section} Proof of editions
description: A text for the proof.
container: Regulation of the proof (12 CFR 9999)
label: 9999.${section} Proof of editions
authorities: [cfpb]
jurisdictions: [us-federal]
sourceUrl: https://www.ecfr.gov/current/title-12/section-9999.${section}
edition: official
editionDate: ${day}
attributes:
  citation: 12 CFR 9999.${section}
  cfrTitle: 12
  cfrPart: 9999
  cfrSection: "${section}"
---

# § 9999.${section} Proof of editions

A bank that keeps a ${word} must count it once a year and tell its customers the number.
`;
}

/** Two editions imported beside the running processes; how long until each of them answers with the new words. */
export async function proveNewEditions(cleanUp: CleanUp, cluster: Cluster, report: Report): Promise<void> {
  const folder = cleanUp.folder();
  const environment = { ...cluster.environment, PANDECT_DATA_DIR: cleanUp.folder() };
  for (const [name, word, day] of [
    ['a new document', 'quagmirescope', '2024-01-01'],
    ['a new edition of it', 'brindlegauge', '2025-01-01'],
  ] as const) {
    const file = join(folder, `${word}.md`);
    writeFileSync(file, edition(section, word, day));
    const began = performance.now();
    const imported = await runPandect(['corpus', 'import', file], environment);
    if (imported.code !== 0) throw new Error(`the import failed: ${imported.err}`);
    const importMs = performance.now() - began;
    const all = await Promise.all(
      cluster.nodes.map((node) => timeUntil(() => hasWord(node, cluster.key, word), withinMs)),
    );
    const times = all.map((ms) => (ms === undefined ? 'never' : `${ms.toFixed(0)} ms`));
    report.check(
      `${name}, imported beside the processes: read and found by query on each`,
      all.every((ms) => ms !== undefined && ms < 5000),
      `${times.join(', ')} after the end of the command, which took ${importMs.toFixed(0)} ms`,
      'within 5 s on all',
    );
  }
}

/** Whether the node reads the new words and finds them. */
async function hasWord(node: ServeProcess, key: string, word: string): Promise<boolean> {
  const content = await callApi(node.url, key, 'GET', `/api/v1/regulations/${externalId}/content`);
  if (!content.text.includes(word)) return false;
  const query = { query: `who must count a ${word}` };
  const found = await callApi(node.url, key, 'POST', '/api/v1/regulations/query', query);
  return found.text.includes(`keeps a ${word}`);
}

const questions = [
  'how long may a bank investigate an error on a debit card account',
  'what must an adverse action notice say',
  'who must count a brindlegauge',
];

/** A node with nothing but the address of the database: when it answers as the others do. */
export async function proveNewNode(cleanUp: CleanUp, cluster: Cluster, report: Report): Promise<void> {
  const [old] = cluster.nodes;
  if (!old) throw new Error('there is no node to compare with');
  const expected = await answers(old, cluster.key);
  const node = await startServe({
    ...cluster.environment,
    PANDECT_DATA_DIR: cleanUp.folder(),
    // Nothing comes with the program: every text and the whole index come from the database.
    PANDECT_STARTER_CORPUS: 'off',
  });
  cleanUp.add(() => node.stop());
  const list = await callApi(node.url, cluster.key, 'GET', '/api/v1/regulations?limit=200');
  const ms = await timeUntil(async () => (await answers(node, cluster.key)) === expected, 60_000, 100);
  report.check(
    'a new node with an empty folder answers queries byte for byte as the others do',
    ms !== undefined && resultIds(list).length > 0,
    ms === undefined
      ? 'not within 60 s'
      : `${((node.readyMs + ms) / 1000).toFixed(1)} s after its start (listening after ${(node.readyMs / 1000).toFixed(1)} s)`,
    'within 60 s, by itself',
  );
}

async function answers(node: ServeProcess, key: string): Promise<string> {
  const replies = await Promise.all(
    questions.map((query) => callApi(node.url, key, 'POST', '/api/v1/regulations/query', { query })),
  );
  for (const { status, text } of replies)
    if (status !== 200 && status !== 503) throw new Error(`${status} ${text}`);
  return replies.map(({ text }) => text).join('\n');
}
