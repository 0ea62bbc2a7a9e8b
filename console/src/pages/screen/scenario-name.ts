import type { Scenario } from '@pandect/contract';

const names: Readonly<Record<Scenario, string>> = {
  marketing_asset: 'Marketing',
  dispute: 'Dispute',
  debt_collection: 'Debt collection',
  complaint: 'Complaint response',
  generic: 'General',
};

export function scenarioName(scenario: Scenario): string {
  return names[scenario];
}
