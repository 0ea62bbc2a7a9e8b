import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { prepareFile } from '../server/src/ingest/prepare-file.ts';
import { extractAnnual, extractEcfr } from './fidelity-cfr.ts';
import { compareFile, type Finding, type ImportedDocument, type SourceUnit } from './fidelity-compare.ts';
import { extractRegml } from './fidelity-regml.ts';
import { extractRegmlTree } from './fidelity-regml-tree.ts';
import { RuleCounts } from './fidelity-rules.ts';
import { extractUscMarkdown, extractUscRecords } from './fidelity-usc.ts';
import { extractUslm } from './fidelity-uslm.ts';

type Extract = (
  source: string,
  rules: RuleCounts,
  documents: readonly ImportedDocument[],
) => readonly SourceUnit[];

/** The sources whose every word is checked, where they lie below the corpus, and the second reading of each. */
export const families: Readonly<Record<string, { readonly files: string; readonly extract: Extract }>> = {
  ecfr: { files: 'ecfr/title-*/*.xml.gz', extract: extractEcfr },
  'ecfr-title-12-rebuilt': { files: 'ecfr-title-12-rebuilt/*.xml.gz', extract: extractEcfr },
  'cfr-regml': { files: 'cfr-regml/*/*.xml.gz', extract: extractRegml },
  'cfr-regml-tree': { files: 'cfr-regml/*/*.tree.json.gz', extract: extractRegmlTree },
  'cfr-annual-2012': { files: 'cfr-annual-2012/*.xml.gz', extract: extractAnnual },
  'uscode-md-2021': { files: 'uscode/md-2021/*/*.md.gz', extract: extractUscMarkdown },
  'uscode-md-2026': { files: 'uscode/md-2026/*.jsonl.gz', extract: extractUscRecords },
  'uscode-uslm-2026': { files: 'uscode/uslm-2026/*.xml.gz', extract: extractUslm },
};

export interface FamilyReport {
  readonly family: string;
  readonly files: number;
  readonly documents: number;
  readonly pieces: number;
  readonly findings: readonly Finding[];
  readonly rules: RuleCounts;
}

/** Compares every file of a family, or the files named, with what the pipeline makes of it. */
export async function checkFamily(
  corpus: string,
  family: string,
  only?: readonly string[],
): Promise<FamilyReport> {
  const known = families[family];
  if (!known) throw new Error(`no family is called ${family}: ${Object.keys(families).join(', ')}`);
  const paths = only ?? globSync(known.files, { cwd: corpus }).toSorted();
  const rules = new RuleCounts();
  const findings: Finding[] = [];
  let documents = 0;
  let pieces = 0;
  for (const path of paths) {
    const imported = await importFile(`${corpus}/${path}`);
    const compared = checkSource(family, sourceText(`${corpus}/${path}`), imported, rules);
    documents += imported.length;
    pieces += compared.pieces;
    for (const finding of compared.findings) {
      findings.push({ ...finding, where: `${path}: ${finding.where}` });
    }
  }
  return { family, files: paths.length, documents, pieces, findings, rules };
}

/** Compares one source with the documents made of it. */
export function checkSource(
  family: string,
  source: string,
  documents: readonly ImportedDocument[],
  rules = new RuleCounts(),
) {
  const units = families[family]?.extract(source, rules, documents) ?? [];
  return compareFile(units, documents);
}

export async function importFile(path: string): Promise<readonly ImportedDocument[]> {
  const prepared = await prepareFile({ path, editionDate: undefined });
  if ('refused' in prepared) throw new Error(`${path} ${prepared.refused}`);
  return prepared.documents.map(({ facts, edition, bytes }) => {
    return { externalId: facts.externalId, edition, text: Buffer.from(bytes).toString('utf8') };
  });
}

function sourceText(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}
