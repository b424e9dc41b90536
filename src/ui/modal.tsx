import { type ReactNode, useId, useRef } from 'react';
import classes from './modal.module.css';
import { useModalDialog } from './use-back-closes';

interface ModalProps {
  title: string;
  children: ReactNode;
  actions: ReactNode;
  /** Called on Escape or 'back'; null while the dialog cannot be closed that way. */
  onClose: (() => void) | null;
}

/** A question above everything else: the browser's own modal dialog, which keeps the focus inside and gives it back. */
export function Modal({ title, children, actions, onClose }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useModalDialog(dialog, onClose);

  return (
    <dialog
      ref={dialog}
      className={classes.modal}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // The browser closes on a second Escape without asking; the dialog stays as long as its owner renders it.
      onClose={() => {
        if (dialog.current?.isConnected && onClose === null) dialog.current.showModal();
        else onClose?.();
      }}
    >
      <h2 id={id}>{title}</h2>
      <div className={classes.text}>{children}</div>
      <div className={classes.actions}>{actions}</div>
    </dialog>
  );
}
