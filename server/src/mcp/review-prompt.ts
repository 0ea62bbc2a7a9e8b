import { type Scenario, scenarioHelp } from '@pandect/contract';

/** What a reviewer does with the tools, in the order in which it helps. */
export function reviewPrompt(text: string, scenario: Scenario): string {
  return `Review the text below for compliance with US federal and state rules for banks and fintechs.

Purpose of the text: ${scenario}. ${scenarioHelp[scenario]}

1. Call createScreenAnalysisJob with the text and this scenario.
2. For each finding, read the cited passage (getRegulationContent with the document id and offset) and say whether the finding holds.
3. Ask queryRegulations about anything in the text the findings do not cover, and listRegulationWikis for a playbook of the activity.
4. Report, worst first: the words at fault, what is wrong, and the provision with its document id and byte offsets. Quote the law only from what the tools returned. Say where you are unsure, and that this is not legal advice.

Text:
${text}`;
}
