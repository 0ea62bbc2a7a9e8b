import { readConfig } from '../config.ts';
import { nowSeconds, openStores } from '../services.ts';
import { utcDay } from '../teams/usage.ts';
import { printTable } from './print-table.ts';
import { UsageError } from './usage-error.ts';

export async function usageCommand(
  environment: NodeJS.ProcessEnv,
  options: { team?: string; from?: string; to?: string; json: boolean },
): Promise<void> {
  const now = nowSeconds();
  const from = options.from ?? utcDay(now - 29 * 86_400);
  const to = options.to ?? utcDay(now);
  for (const [name, day] of [
    ['--from', from],
    ['--to', to],
  ]) {
    if (!/^\d{4}-\d\d-\d\d$/.test(day ?? '') || Number.isNaN(Date.parse(day ?? ''))) {
      throw new UsageError(`${name} ${JSON.stringify(day)} is not a day: write yyyy-mm-dd.`);
    }
  }
  const { teams, database } = await openStores(readConfig(environment));
  try {
    const rows = await teams.listUsage({
      ...(options.team !== undefined && { teamId: options.team }),
      from,
      to,
    });
    if (options.json) {
      console.log(JSON.stringify(rows, null, 2));
      return;
    }
    printTable(
      ['DAY', 'TEAM', 'KEY', 'OPERATION', 'CALLS', 'CREDITS'],
      rows.map((row) => [
        row.day,
        row.teamId,
        row.keyId,
        row.operation,
        String(row.calls),
        String(row.credits),
      ]),
    );
    const credits = rows.reduce((sum, row) => sum + row.credits, 0);
    const calls = rows.reduce((sum, row) => sum + row.calls, 0);
    console.error(`${calls} calls, ${credits} credits from ${from} to ${to}`);
  } finally {
    await database.close();
  }
}
