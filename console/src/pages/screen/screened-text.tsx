import { cutByRanges } from '../../text/cut-by-ranges.ts';
import type { Evidence } from './findings.ts';

/** The text as it was submitted; each stretch that shows a finding is a button that opens it. */
export function ScreenedText(props: {
  readonly text: string;
  readonly evidence: readonly Evidence[];
  readonly chosen: number | undefined;
  readonly onChoose: (finding: number) => void;
}) {
  const { text, evidence, chosen, onChoose } = props;
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
          <button
            key={start}
            type="button"
            className={`evidence ${shown.priority}${shown.finding === chosen ? ' chosen' : ''}`}
            data-finding={covers.map(({ finding }) => finding).join(' ')}
            aria-label={`${words} (finding ${shown.finding + 1})`}
            onClick={() => onChoose(shown.finding)}
          >
            {words}
          </button>
        );
      })}
    </div>
  );
}
