import { Passage } from '../../parts/passage.tsx';
import { type Finding, priorityNames } from './findings.ts';

export function FindingCard(props: {
  readonly finding: Finding;
  readonly at: number;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const { finding, at, chosen } = props;
  const { priority, title, details, citations, evidence = [], ruleId, confidence } = finding;
  return (
    <article id={`finding-${at}`} className={`card finding ${priority}${chosen ? ' chosen' : ''}`}>
      <header>
        <span className={`badge ${priority}`}>
          {priority.toUpperCase()} {priorityNames[priority]}
        </span>
        <h3>
          <button
            type="button"
            className="finding-title"
            data-row={at}
            aria-pressed={chosen}
            onClick={props.onChoose}
          >
            {title}
          </button>
        </h3>
      </header>
      <p>{details}</p>
      {evidence.length > 0 ? (
        <ul className="quotes">
          {evidence.map(({ text, startOffset, endOffset }) => (
            <li key={startOffset}>
              <q>{text}</q>{' '}
              <span className="help">
                bytes {startOffset} to {endOffset}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="help">Something is missing from the text: there are no words to point at.</p>
      )}
      {citations.map(({ regulation, chunks }) => (
        <section key={regulation.id} className="cited">
          <h4>
            <a href={`/library/${regulation.id}`}>{regulation.title}</a>
          </h4>
          {chunks.map((chunk) => (
            <Passage
              key={`${chunk.startOffset} ${chunk.text.slice(0, 40)}`}
              documentId={regulation.id}
              chunk={chunk}
            />
          ))}
        </section>
      ))}
      {(ruleId !== undefined || confidence !== undefined) && (
        <p className="facts">
          {ruleId !== undefined && <code>{ruleId}</code>}
          {confidence !== undefined && <span>confidence {Math.round(confidence * 100)} %</span>}
        </p>
      )}
    </article>
  );
}
