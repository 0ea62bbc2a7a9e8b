import { isScenario, limits, type Scenario, scenarioHelp, scenarios } from '@pandect/contract';
import { type DragEvent, type FormEvent, useId, useRef, useState } from 'react';
import { useClient } from '../../api/session.tsx';
import { useAction } from '../../api/use-action.ts';
import { useShortcut } from '../../keys/shortcuts.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { formatCount } from '../../parts/times.tsx';
import { changeQuery, go, usePlace } from '../../router/place.ts';
import { keepText } from './kept-text.ts';
import { NotText, readTextFile } from './read-text-file.ts';
import { scenarioName } from './scenario-name.ts';
import './screen.css';

/** A text to screen, and what it is for. */
export default function ScreenPage() {
  const { query } = usePlace();
  const client = useClient();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [refused, setRefused] = useState('');
  const [over, setOver] = useState(false);
  const given = query.get('scenario') ?? '';
  const scenario: Scenario = isScenario(given) ? given : 'generic';
  useShortcut('/', 'write the text', () => field.current?.focus());

  const request = () => ({ content: { type: 'text' as const, text }, scenario });
  const screen = useAction(async () => open((await client.createScreenAnalysisJob(request())).id));
  const score = useAction(async () => open((await client.createRiskAssessmentJob(request())).id));
  const open = (jobId: string) => {
    keepText(jobId, text);
    go(`/screen/${jobId}`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void screen.run();
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      setText(await readTextFile(file));
      setRefused('');
    } catch (error) {
      if (!(error instanceof NotText)) throw error;
      setRefused(error.message);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const tooLong = [...text].length > limits.analysisChars;
  const busy = screen.busy || score.busy;
  const failure = screen.error ?? score.error;
  return (
    <>
      <PageTitle title="Screen">
        <p>
          Finds what a text says, or leaves out, against the rules: each finding with the words that show it
          and the law. Nothing is rewritten.
        </p>
      </PageTitle>
      <form className="screen-form" onSubmit={submit}>
        <div className="field">
          <label htmlFor={id}>Text</label>
          <textarea
            ref={field}
            id={id}
            className={over ? 'law drop-over' : 'law'}
            rows={16}
            value={text}
            placeholder="Paste the letter, script, ad or page here, or drop a text file."
            aria-describedby={`${id}-count`}
            aria-invalid={tooLong}
            onChange={(event) => setText(event.target.value)}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          />
          <p id={`${id}-count`} className={tooLong ? 'help too-long' : 'help'}>
            {formatCount([...text].length)} of {formatCount(limits.analysisChars)} characters.{' '}
            <label className="file-link">
              Choose a text file
              <input
                type="file"
                className="visually-hidden"
                accept=".txt,.md,.csv,.html,.eml,text/*"
                onChange={(event) => void take(event.target.files?.[0])}
              />
            </label>
          </p>
          {refused !== '' && (
            <p className="note warn" role="alert">
              {refused}
            </p>
          )}
        </div>
        <fieldset className="scenarios">
          <legend>What the text is for</legend>
          {scenarios.map((one) => (
            <label key={one} className="scenario">
              <input
                type="radio"
                name="scenario"
                value={one}
                checked={one === scenario}
                onChange={() => changeQuery({ scenario: one })}
              />
              <span>
                <strong>{scenarioName(one)}</strong>
                <span className="help">{scenarioHelp[one]}</span>
              </span>
            </label>
          ))}
          <p className="help">
            Choose by the purpose of the text, not by its channel; a mixed or neutral one is general.
          </p>
          <div className="row">
            <button type="submit" className="primary" disabled={busy || text.trim() === '' || tooLong}>
              {screen.busy ? 'Sending …' : 'Screen the text'}
            </button>
            <button
              type="button"
              disabled={busy || text.trim() === '' || tooLong}
              onClick={() => void score.run()}
            >
              {score.busy ? 'Scoring …' : 'Score only'}
            </button>
          </div>
          {failure !== undefined && <ErrorNote error={failure} onRetry={() => void screen.run()} />}
        </fieldset>
      </form>
    </>
  );
}
