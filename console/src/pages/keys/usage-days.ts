import type { UsageRow } from '@pandect/contract';

export interface UsageDay {
  readonly day: string;
  readonly calls: number;
  readonly credits: number;
}

/** One entry for each day of a span, days without calls too: a gap in a chart must be a gap in the calls. */
export function usageDays(rows: readonly UsageRow[], from: string, to: string): UsageDay[] {
  const sums = new Map<string, { calls: number; credits: number }>();
  for (const { day, calls, credits } of rows) {
    const sum = sums.get(day) ?? { calls: 0, credits: 0 };
    sums.set(day, { calls: sum.calls + calls, credits: sum.credits + credits });
  }
  const days: UsageDay[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    days.push({ day, ...(sums.get(day) ?? { calls: 0, credits: 0 }) });
  }
  return days;
}

/** A round number at or above the highest bar: 1, 2 or 5 times a power of ten. */
export function roundTop(highest: number): number {
  if (highest <= 5) return 5;
  const power = 10 ** Math.floor(Math.log10(highest));
  return ([1, 2, 5, 10].find((step) => step * power >= highest) ?? 10) * power;
}

export function dayBefore(today: string, days: number): string {
  return new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
}
