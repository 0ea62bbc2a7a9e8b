import { formatCount } from '../../parts/times.tsx';
import { useWide } from '../../parts/use-wide.ts';
import { roundTop, type UsageDay } from './usage-days.ts';

const height = 150;
const left = 46;
const bottom = 20;

/** Bars by day. The table below the charts says the same to those who do not see them. */
export function UsageChart(props: {
  readonly title: string;
  readonly days: readonly UsageDay[];
  readonly of: 'calls' | 'credits';
}) {
  const { days, of, title } = props;
  const width = useWide() ? 640 : 340; // letters keep their size on a phone
  const total = days.reduce((sum, day) => sum + day[of], 0);
  const top = roundTop(Math.max(...days.map((day) => day[of]), 0));
  const step = (width - left) / Math.max(1, days.length);
  const y = (value: number) => 8 + (height - bottom - 8) * (1 - value / top);
  const labelEvery = Math.ceil(days.length / Math.floor(width / 100));
  return (
    <figure className="chart">
      <figcaption>
        {title} <strong>{formatCount(total)}</strong>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${title} by day from ${days[0]?.day} to ${days.at(-1)?.day}, ${formatCount(total)} in all`}
      >
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line className="grid" x1={left} x2={width} y1={y(value)} y2={y(value)} />
            <text x={left - 8} y={y(value) + 4} textAnchor="end">
              {formatCount(value)}
            </text>
          </g>
        ))}
        {days.map((day, at) => (
          <g key={day.day}>
            <rect
              className={`bar-${of}`}
              x={left + at * step + step * 0.15}
              width={step * 0.7}
              y={y(day[of])}
              height={Math.max(0, height - bottom - y(day[of]))}
              rx={1.5}
            >
              <title>{`${day.day}: ${formatCount(day[of])}`}</title>
            </rect>
            {at % labelEvery === 0 && (
              <text x={left + (at + 0.5) * step} y={height - 4} textAnchor="middle">
                {day.day.slice(5)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  );
}
