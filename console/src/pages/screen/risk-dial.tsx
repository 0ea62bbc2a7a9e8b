import { riskBands } from '@pandect/contract';
import { bandOf } from './risk-band.ts';
import './risk-dial.css';

const radius = 80;
const centre = { x: 100, y: 100 };

/** A half circle of five bands and a needle; the number and the band's name say the same in words. */
export function RiskDial({ score }: { readonly score: number }) {
  const band = bandOf(score);
  const tip = pointAt(score, radius - 18);
  return (
    <figure className={`dial band-${band.name.toLowerCase()}`}>
      <svg viewBox="0 0 200 112" role="img" aria-label={`Risk score ${score} of 100: ${band.name}`}>
        {riskBands.map(({ name, from, to }) => (
          <path
            key={name}
            className={`arc arc-${name.toLowerCase()}${name === band.name ? ' arc-here' : ''}`}
            d={arc(from === 0 ? 0 : from - 0.4, to === 100 ? 100 : to - 0.4)}
          />
        ))}
        <line className="needle" x1={centre.x} y1={centre.y} x2={tip.x} y2={tip.y} />
        <circle className="hub" cx={centre.x} cy={centre.y} r={6} />
      </svg>
      <figcaption>
        <strong>{score}</strong>
        <span>{band.name} risk</span>
      </figcaption>
    </figure>
  );
}

function pointAt(score: number, distance: number) {
  const angle = Math.PI * (1 - score / 100);
  return { x: centre.x + distance * Math.cos(angle), y: centre.y - distance * Math.sin(angle) };
}

function arc(from: number, to: number): string {
  const start = pointAt(from, radius);
  const end = pointAt(to, radius);
  return `M${start.x.toFixed(2)} ${start.y.toFixed(2)}A${radius} ${radius} 0 0 1 ${end.x.toFixed(2)} ${end.y.toFixed(2)}`;
}
