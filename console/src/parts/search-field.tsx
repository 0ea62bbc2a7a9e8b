import { useEffect, useId, useRef, useState } from 'react';
import { useShortcut } from '../keys/shortcuts.tsx';
import { Icon } from './icon.tsx';

/** How long after the last key the list follows. Range 150 to 400: shorter asks for words half written. */
const pauseMs = 220;

/** A field whose text is in the address: `/` goes to it, the list follows as one writes. */
export function SearchField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
}) {
  const { value, onChange } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(value);
  const [followed, setFollowed] = useState(value);
  if (followed !== value) {
    setFollowed(value); // the address was changed from elsewhere: going back, a link
    setDraft(value);
  }
  useShortcut('/', 'search', () => input.current?.select());
  useEffect(() => {
    if (draft === value) return;
    const timer = setTimeout(() => onChange(draft), pauseMs);
    return () => clearTimeout(timer);
  }, [draft, value, onChange]);
  return (
    <div className="search-field">
      <label className="visually-hidden" htmlFor={id}>
        {props.label}
      </label>
      <Icon name="ask" />
      <input
        ref={input}
        id={id}
        type="search"
        value={draft}
        placeholder={props.placeholder ?? props.label}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(draft);
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <kbd>/</kbd>
    </div>
  );
}
