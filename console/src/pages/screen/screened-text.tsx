import { cutByRanges } from '../../text/cut-by-ranges.ts';
import type { Evidence } from './findings.ts';

/** The text as it was submitted; each stretch that shows a finding is a link to it. */
export function ScreenedText(props: {
  readonly text: string;
  readonly evidence: readonly Evidence[];
  readonly chosen: number | undefined;
  readonly addressOf: (finding: number) => string;
}) {
  const { text, evidence, chosen, addressOf } = props;
  return (
    <div className="law screened">
      {cutByRanges(0, text.length, evidence).map(({ start, end, covers }) => {
        const words = text.slice(start, end);
        // Where several overlap, the chosen one shows, then the gravest.
        const shown =
          covers.find(({ finding }) => finding === chosen) ??
          covers.toSorted((a, b) => a.priority.localeCompare(b.priority))[0];
        if (!shown) return words;
        return (
          <a
            key={start}
            href={addressOf(shown.finding)}
            className={`evidence ${shown.priority}${shown.finding === chosen ? ' chosen' : ''}`}
            data-finding={covers.map(({ finding }) => finding).join(' ')}
            title={`Finding ${shown.finding + 1}`}
          >
            {words}
          </a>
        );
      })}
    </div>
  );
}
