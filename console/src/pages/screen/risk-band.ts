import { riskBands } from '@pandect/contract';

export type RiskBand = (typeof riskBands)[number];

/** The band of a score from 0 to 100. */
export function bandOf(score: number): RiskBand {
  return riskBands.find(({ to }) => score <= to) ?? riskBands[4];
}
