import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';

/** A key, or `g` and a key, and what it does. */
export interface Shortcut {
  readonly keys: string;
  readonly does: string;
  readonly run: () => void;
}

interface Shortcuts {
  readonly known: Map<string, Shortcut>;
  readonly enabled: boolean;
  /** Single letters get in the way of speech input and some screen readers: they can be switched off. */
  setEnabled(enabled: boolean): void;
}

const storageName = 'pandect.shortcuts';
/** How long `g` waits for its second key. */
const sequenceMs = 1200;
const ShortcutContext = createContext<Shortcuts | undefined>(undefined);

export function ShortcutProvider({ children }: { readonly children: ReactNode }) {
  const known = useRef(new Map<string, Shortcut>()).current;
  const [enabled, setEnabled] = useState(() => localStorage.getItem(storageName) !== 'off');
  const value = useMemo(
    () => ({
      known,
      enabled,
      setEnabled(wanted: boolean) {
        localStorage.setItem(storageName, wanted ? 'on' : 'off');
        setEnabled(wanted);
      },
    }),
    [known, enabled],
  );
  useEffect(() => {
    if (!enabled) return;
    let prefix = '';
    let since = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const sequence =
        prefix !== '' && event.timeStamp - since < sequenceMs ? `${prefix} ${event.key}` : event.key;
      prefix = event.key === 'g' && !sequence.includes(' ') ? 'g' : '';
      since = event.timeStamp;
      const found = known.get(sequence);
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [enabled, known]);
  return <ShortcutContext value={value}>{children}</ShortcutContext>;
}

export function useShortcuts(): Shortcuts {
  const shortcuts = use(ShortcutContext);
  if (!shortcuts) throw new Error('a shortcut was made outside the provider');
  return shortcuts;
}

/** A shortcut for as long as the part that makes it is on the page. */
export function useShortcut(keys: string, does: string, run: () => void): void {
  const { known } = useShortcuts();
  const runNow = useEffectEvent(run);
  useEffect(() => {
    const mine = { keys, does, run: () => runNow() };
    known.set(keys, mine);
    return () => {
      if (known.get(keys) === mine) known.delete(keys);
    };
  }, [keys, does, known]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) &&
    !(target instanceof HTMLInputElement && ['checkbox', 'radio', 'button'].includes(target.type))
  );
}
