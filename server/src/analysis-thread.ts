import { loadRulePack } from './rule-packs.ts';
import { type AnalysisInput, analyse } from './screening/analysis.ts';
import { Screener } from './screening/screen-text.ts';

const screener = loadRulePack().then((pack) => new Screener(pack));

/** The work of a job thread: the text of a job in, the analysis out, both as JSON. */
export default async function analyseJob({ input }: { readonly input: string }): Promise<string> {
  const asked: AnalysisInput = JSON.parse(input);
  return JSON.stringify(analyse(await screener, asked));
}
