import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import classes from './modal.module.css';

interface ModalProps {
  title: string;
  children: ReactNode;
  actions: ReactNode;
  /** Called on Escape or Android's back; null while the dialog cannot be closed that way. */
  onClose: (() => void) | null;
}

/** A question above everything else: the browser's own modal dialog, which keeps the focus inside and gives it back. */
export function Modal({ title, children, actions, onClose }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // Before the paint: a dialog that is rendered but not open would be invisible for a frame.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);

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
