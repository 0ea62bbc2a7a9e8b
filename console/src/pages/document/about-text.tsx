import type { RegulationDetail } from '@pandect/contract';
import { useClient } from '../../api/session.tsx';
import { useReply } from '../../api/use-reply.ts';
import { Authorities, EditionBadge, editionSays, jurisdictionName } from '../../parts/badges.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Day, formatCount } from '../../parts/times.tsx';
import { useWide } from '../../parts/use-wide.ts';
import { changeQuery, usePlace } from '../../router/place.ts';

/** Which text this is, how far it may be trusted, and the others there are. */
export function AboutText(props: { readonly detail: RegulationDetail; readonly citation: () => string }) {
  const { detail } = props;
  return (
    <aside className="about" aria-label="About this text">
      <p className="facts">
        <EditionBadge edition={detail.edition} />
        {detail.inForceFrom !== undefined && (
          <span>
            law as of <Day value={detail.inForceFrom} />
          </span>
        )}
      </p>
      <p className="help">{editionSays(detail.edition)}</p>
      <div className="about-actions no-print">
        <CopyButton className="button" text={props.citation}>
          Copy citation
        </CopyButton>
        <a className="button" href={detail.sourceUrl} target="_blank" rel="noreferrer">
          <Icon name="out" /> Official source
        </a>
      </div>
      <details open={useWide('three')}>
        <summary>More about this text</summary>
        <dl className="about-facts">
          <div>
            <dt>Authorities</dt>
            <dd>
              <Authorities ids={detail.authorities} />
            </dd>
          </div>
          <div>
            <dt>Jurisdiction</dt>
            <dd>{detail.jurisdictions.map(jurisdictionName).join(', ')}</dd>
          </div>
          <div>
            <dt>Revision</dt>
            <dd>
              {detail.revision}, {formatCount(detail.totalBytes)} bytes
            </dd>
          </div>
          <div>
            <dt>SHA-256</dt>
            <dd>
              <code title={detail.textSha256}>{detail.textSha256.slice(0, 12)}…</code>
            </dd>
          </div>
        </dl>
        <Versions detail={detail} />
      </details>
    </aside>
  );
}

/** A revision by its number, or the one of a day. */
function Versions({ detail }: { readonly detail: RegulationDetail }) {
  const { query } = usePlace();
  const client = useClient();
  const revisions = useReply(['listRegulationRevisions', detail.id, detail.updatedAt], (options) =>
    client.listRegulationRevisions({ id: detail.id }, options),
  );
  const away = { at: '', to: '' }; // an offset of one text means nothing in another
  return (
    <div className="versions no-print">
      <label className="field">
        Revision
        <select
          value={detail.revision}
          onChange={(event) =>
            changeQuery({ ...away, revision: event.target.value, asOf: '' }, { replace: false })
          }
        >
          {(
            revisions.value?.results ?? [{ ...detail, current: false, inForceFrom: detail.inForceFrom ?? '' }]
          ).map(({ revision, current, edition, inForceFrom }) => (
            <option key={revision} value={revision}>
              {revision}: {edition}, {inForceFrom}
              {current ? ' (current)' : ''}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        As of the day
        <input
          type="date"
          value={query.get('asOf') ?? ''}
          onChange={(event) => changeQuery({ ...away, asOf: event.target.value, revision: '' })}
        />
      </label>
      {(query.has('asOf') || query.has('revision')) && (
        <button
          type="button"
          onClick={() => changeQuery({ ...away, asOf: '', revision: '' }, { replace: false })}
        >
          Back to the current text
        </button>
      )}
      {revisions.error !== undefined && <ErrorNote error={revisions.error} onRetry={revisions.reload} />}
    </div>
  );
}
