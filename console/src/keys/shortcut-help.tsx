import { useRef, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { type Shortcut, useShortcut, useShortcuts } from './shortcuts.tsx';

/** The list behind `?`: what the keys do on the page that is open. */
export function ShortcutHelp() {
  const { known, enabled, setEnabled } = useShortcuts();
  const [shown, setShown] = useState<readonly Shortcut[]>();
  const opener = useRef<HTMLButtonElement>(null);
  const open = () => setShown([...known.values()]);
  useShortcut('?', 'this list', open);
  return (
    <>
      <button ref={opener} type="button" className="quiet" onClick={open}>
        Shortcuts <kbd>?</kbd>
      </button>
      {shown && (
        <Dialog title="Keyboard shortcuts" onClose={() => setShown(undefined)}>
          <dl className="shortcut-list">
            {shown.map(({ keys, does }) => (
              <div key={keys}>
                <dt>
                  {keys.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <label className="check">
            <input type="checkbox" checked={enabled} onChange={(event) => setEnabled(event.target.checked)} />
            Use single-key shortcuts
          </label>
        </Dialog>
      )}
    </>
  );
}
