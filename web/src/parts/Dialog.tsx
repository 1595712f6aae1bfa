// A box over the page; `Esc` and a click beside it close it.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { words } from "../words";

interface Props {
  title: string;
  onClose: () => void;
  /** Must be answered: no way to close it. */
  stays?: boolean;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, stays, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      class="dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        if (!stays) onClose();
      }}
      onClick={(event) => {
        if (event.target === box.current && !stays) onClose();
      }}
    >
      <header>
        <h2>{title}</h2>
        {!stays && (
          <button type="button" class="quiet" onClick={onClose} aria-label={words.frame.close}>
            ✕
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
