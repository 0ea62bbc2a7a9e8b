import type { Job, ScreenResult } from '@pandect/contract';
import { useEffect, useMemo } from 'react';
import { useListKeys } from '../../keys/use-list-keys.ts';
import { changeQuery, usePlace, withQuery } from '../../router/place.ts';
import { download, reportMarkdown } from './export-report.ts';
import { FindingCard } from './finding-card.tsx';
import { evidenceIn } from './findings.ts';
import { RiskDial } from './risk-dial.tsx';
import { ScreenedText } from './screened-text.tsx';

/** The text with its evidence in place, the findings beside it. `?finding=2` is the one looked at. */
export function ScreenReport(props: {
  readonly job: Job;
  readonly result: ScreenResult;
  readonly text: string | undefined;
}) {
  const { job, result, text } = props;
  const { path, query } = usePlace();
  const chosen = query.has('finding') ? Number(query.get('finding')) - 1 : undefined;
  const { findings } = result;
  const evidence = useMemo(() => (text === undefined ? [] : evidenceIn(text, findings)), [text, findings]);
  const choose = (finding: number) => changeQuery({ finding: String(finding + 1) });
  useListKeys(findings.length);
  useEffect(() => {
    if (chosen === undefined) return;
    // What was chosen is in sight; its other half, below or beside, is brought there.
    const inFindings = document.activeElement?.closest('.finding');
    const other = inFindings ? `[data-finding~="${chosen}"]` : `#finding-${chosen}`;
    document.querySelector(other)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div className={text === undefined ? 'report alone' : 'beside report'}>
      {text !== undefined && (
        <section className="card" aria-label="Screened text">
          <ScreenedText
            text={text}
            evidence={evidence}
            chosen={chosen}
            addressOf={(finding) => `${path}${withQuery(query, { finding: String(finding + 1) })}`}
          />
        </section>
      )}
      <div>
        <section className="card report-head" aria-label="Result">
          <RiskDial score={result.riskScore} />
          <div className="row no-print exports">
            <button
              type="button"
              onClick={() =>
                download(`${job.id}.json`, 'application/json', `${JSON.stringify(job, null, 2)}\n`)
              }
            >
              JSON
            </button>
            <button
              type="button"
              onClick={() => download(`${job.id}.md`, 'text/markdown', reportMarkdown(job, result))}
            >
              Markdown
            </button>
            <button type="button" onClick={() => print()}>
              Print or PDF
            </button>
          </div>
          {result.engine && (
            <p className="help engine">
              Rules {result.engine.rulePackVersion}, corpus {result.engine.corpusVersion}
            </p>
          )}
        </section>
        {text === undefined && (
          <p className="soft no-text">
            The text is not in this tab, and the service does not give submitted texts back. The findings
            quote the words that matter, with their byte offsets.
          </p>
        )}
        <h2 className="findings-title">
          {findings.length === 0
            ? 'No findings'
            : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`}
        </h2>
        {findings.length === 0 && (
          <p className="soft">
            No rule of this scenario found fault. That is no clearance: rules do not know everything.
          </p>
        )}
        {findings.map((finding, at) => (
          <FindingCard
            key={`${finding.ruleId} ${finding.title}`}
            finding={finding}
            at={at}
            chosen={at === chosen}
            onChoose={() => choose(at)}
          />
        ))}
      </div>
    </div>
  );
}
