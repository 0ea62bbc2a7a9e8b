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
  // The event of an earlier closing may come when the dialog is open again: React draws twice in development.
  const onClose = () => {
    if (!element.current?.open) props.onClose();
  };
  return (
    <dialog ref={element} aria-labelledby={titleId} onClose={onClose}>
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
