import { type RuleFile, splitCitation } from './rule.ts';
import type { Screener } from './screen-text.ts';

/** Fewer examples do not show what a rule is. */
const minExamples = 12;

/** What is wrong with a rule by its own examples. */
export interface ExampleFault {
  readonly example: string;
  readonly fault: string;
}

/** Everything wrong with rules: examples that come out otherwise, and citations of what is not there. */
export function ruleFaults(
  rules: readonly RuleFile[],
  screener: Screener,
  paragraphs: ReadonlyMap<string, ReadonlySet<string>>,
): readonly (ExampleFault & { readonly rule: string })[] {
  return rules.flatMap((rule) =>
    [...tryExamples(rule, screener), ...citationFaults(rule, paragraphs)].map((fault) => ({
      rule: rule.id,
      ...fault,
    })),
  );
}

function citationFaults(
  { citations }: RuleFile,
  paragraphs: ReadonlyMap<string, ReadonlySet<string>>,
): readonly ExampleFault[] {
  return citations.flatMap((citation) => {
    const { externalId, path } = splitCitation(citation);
    const held = paragraphs.get(externalId);
    if (!held) return [{ example: '', fault: `${citation}: there is no document ${externalId}` }];
    if (path.length === 0 || held.has(path.join('/'))) return [];
    return [{ example: '', fault: `${citation}: ${externalId} has no paragraph (${path.join(')(')})` }];
  });
}

/** Tries a rule on its own examples: every flagged one must be found at its marked words, every silent one left alone. */
function tryExamples(rule: RuleFile, screener: Screener): readonly ExampleFault[] {
  const faults: ExampleFault[] = [];
  const scenario = rule.scenarios[0];
  if (!scenario) return faults;
  const find = (text: string) =>
    screener.screen(text, scenario).problems.find((problem) => problem.rule.id === rule.id);
  for (const example of rule.examples.flagged) {
    const { text, marks } = unmark(example);
    const problem = find(text);
    if (!problem) faults.push({ example, fault: 'flagged example is not found' });
    else if (
      marks.length > 0 &&
      problem.evidence.length > 0 &&
      !problem.evidence.some((one) =>
        marks.some((mark) => one.startOffset < mark.end && mark.start < one.endOffset),
      )
    )
      faults.push({
        example,
        fault: `found at other words: ${problem.evidence.map((one) => JSON.stringify(one.text)).join(', ')}`,
      });
  }
  for (const example of rule.examples.silent) {
    const problem = find(unmark(example).text);
    if (problem)
      faults.push({
        example,
        fault: `silent example is found: ${problem.evidence.map((one) => JSON.stringify(one.text)).join(', ')}`,
      });
  }
  for (const list of ['flagged', 'silent'] as const) {
    const count = rule.examples[list].length;
    if (count < minExamples)
      faults.push({ example: '', fault: `${count} ${list} examples; at least ${minExamples} are needed` });
  }
  return faults;
}

/** Takes the [[ and ]] off an example; the marks are byte ranges in what is left. */
export function unmark(example: string): {
  readonly text: string;
  readonly marks: readonly { start: number; end: number }[];
} {
  const marks: { start: number; end: number }[] = [];
  let text = '';
  for (const [index, piece] of example.split(/\[\[|\]\]/).entries()) {
    const start = Buffer.byteLength(text);
    text += piece;
    if (index % 2 === 1) marks.push({ start, end: Buffer.byteLength(text) });
  }
  return { text, marks };
}
