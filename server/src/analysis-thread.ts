import { workerData } from 'piscina';
import { openMeaningReader } from './meaning-reader.ts';
import { loadRulePack } from './rule-packs.ts';
import { type AnalysisInput, analyse } from './screening/analysis.ts';
import { Analyst } from './screening/analyst.ts';
import { screeners } from './screening/screeners.ts';

export interface AnalysisSettings {
  readonly readsMeaning: boolean;
}

const { readsMeaning }: AnalysisSettings = workerData;
const analyst = Promise.all([loadRulePack(), readsMeaning ? openMeaningReader() : undefined]).then(
  ([data, meaning]) => new Analyst(screeners(data), meaning),
);
analyst.catch(() => {}); // told by the first job that waits for it

/** The work of a job thread: the text of a job in, the analysis out, both as JSON. */
export default async function analyseJob({ input }: { readonly input: string }): Promise<string> {
  const asked: AnalysisInput = JSON.parse(input);
  return JSON.stringify(await analyse(await analyst, asked));
}
