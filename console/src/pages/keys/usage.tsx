import type { ApiKey, UsageRow } from '@pandect/contract';
import { useClient } from '../../api/session.tsx';
import { useReply } from '../../api/use-reply.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { formatCount } from '../../parts/times.tsx';
import { changeQuery, usePlace } from '../../router/place.ts';
import { UsageChart } from './usage-chart.tsx';
import { dayBefore, usageDays } from './usage-days.ts';

/** Calls and credits by day; the span and the key are in the address. */
export function Usage({ keys }: { readonly keys: readonly ApiKey[] }) {
  const { query } = usePlace();
  const client = useClient();
  const today = new Date().toISOString().slice(0, 10);
  const span = [7, 30, 90].find((days) => String(days) === query.get('days')) ?? 30;
  const from = dayBefore(today, span - 1);
  const keyId = query.get('key') ?? '';
  const usage = useReply(['listUsage', from, today], (options) =>
    client.listUsage({ from, to: today }, options),
  );
  const rows = (usage.value?.results ?? []).filter((row) => keyId === '' || row.keyId === keyId);
  return (
    <>
      <div className="row usage-filters">
        <label className="field">
          Span
          <select value={span} onChange={(event) => changeQuery({ days: event.target.value })}>
            <option value="7">7 days</option>
            <option value="30">30 days</option>
            <option value="90">90 days</option>
          </select>
        </label>
        <label className="field">
          Key
          <select value={keyId} onChange={(event) => changeQuery({ key: event.target.value })}>
            <option value="">Every key</option>
            {keys.map(({ id, label }) => (
              <option key={id} value={id}>
                {label === '' ? id : label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {usage.error !== undefined && <ErrorNote error={usage.error} onRetry={usage.reload} />}
      {!usage.value && usage.error === undefined && <Loading what="the usage" />}
      {usage.value && rows.length === 0 && (
        <Empty title="No calls in this span">
          <p>Calls appear here as they are made, days in UTC.</p>
        </Empty>
      )}
      {rows.length > 0 && (
        <>
          <div className="charts">
            <UsageChart title="Calls" of="calls" days={usageDays(rows, from, today)} />
            <UsageChart title="Credits" of="credits" days={usageDays(rows, from, today)} />
          </div>
          <ByOperation rows={rows} />
        </>
      )}
    </>
  );
}

function ByOperation({ rows }: { readonly rows: readonly UsageRow[] }) {
  const sums = new Map<string, { calls: number; credits: number }>();
  for (const { operation, calls, credits } of rows) {
    const sum = sums.get(operation) ?? { calls: 0, credits: 0 };
    sums.set(operation, { calls: sum.calls + calls, credits: sum.credits + credits });
  }
  const most = [...sums].sort(([, a], [, b]) => b.calls - a.calls);
  return (
    <details className="by-operation">
      <summary>By operation</summary>
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Calls</th>
            <th scope="col">Credits</th>
          </tr>
        </thead>
        <tbody>
          {most.map(([operation, { calls, credits }]) => (
            <tr key={operation}>
              <td>{operation}</td>
              <td>{formatCount(calls)}</td>
              <td>{formatCount(credits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
