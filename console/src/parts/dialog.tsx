import { type ReactNode, useEffect, useId, useRef } from 'react';

/** The browser's own modal: it keeps the focus, closes with Escape and gives the focus back. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog ref={element} aria-labelledby={titleId} onClose={props.onClose}>
      <header>
        <h2 id={titleId}>{props.title}</h2>
        <button type="button" className="quiet" aria-label="Close" onClick={props.onClose}>
          ✕
        </button>
      </header>
      {props.children}
    </dialog>
  );
}
