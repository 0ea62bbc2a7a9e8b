import { limits } from '@pandect/contract';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useShortcut } from '../../keys/shortcuts.tsx';
import { AuthorityOptions, JurisdictionOptions } from '../../parts/filter-choices.tsx';
import { changeQuery, usePlace } from '../../router/place.ts';

export function AskForm() {
  const { query } = usePlace();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(query.get('q') ?? '');
  useShortcut('/', 'write a question', () => field.current?.select());
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (draft.trim() !== '') changeQuery({ q: draft.trim() }, { replace: false });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form with a landmark; <search> is not known to every reader yet.
    <form className="ask-form" role="search" onSubmit={submit}>
      <label className="visually-hidden" htmlFor={id}>
        Question
      </label>
      <div className="ask-box">
        <textarea
          ref={field}
          id={id}
          rows={2}
          maxLength={limits.queryChars}
          placeholder="What do the rules say about …"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault();
              submit();
            }
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        <button type="submit" className="primary" disabled={draft.trim() === ''}>
          Find passages
        </button>
      </div>
      <div className="row ask-filters">
        <select
          aria-label="Authority"
          value={query.get('authority') ?? ''}
          onChange={(event) => changeQuery({ authority: event.target.value })}
        >
          <AuthorityOptions also={query.get('authority') ?? ''} />
        </select>
        <select
          aria-label="Jurisdiction"
          value={query.get('jurisdiction') ?? ''}
          onChange={(event) => changeQuery({ jurisdiction: event.target.value })}
        >
          <JurisdictionOptions />
        </select>
        <select
          aria-label="How many passages"
          value={query.get('limit') ?? ''}
          onChange={(event) => changeQuery({ limit: event.target.value })}
        >
          <option value="">10 passages</option>
          <option value="20">20 passages</option>
          <option value="50">50 passages</option>
        </select>
      </div>
    </form>
  );
}
