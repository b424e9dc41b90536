import { type ReactNode, useId, useRef } from 'react';
import { CloseIcon } from './more-icons';
import classes from './sheet.module.css';
import { useModalDialog } from './use-back-closes';

interface SheetProps {
  title: string;
  /** Accessible name of the button that closes it. */
  close: string;
  /** Counts the presses of the button that opens it, so that a press while the sheet is closing opens it again. */
  asked?: number;
  onClose(): void;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/**
 * A sheet that rises from the bottom of the screen. The native modal dialog keeps the focus inside, closes with Escape,
 * and returns the focus, without any code of ours; 'back' closes it too.
 */
export function Sheet({ title, close, asked = 1, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const shut = () => dialog.current?.close();
  useModalDialog(dialog, shut, asked);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a tap beside the sheet closes it; the keyboard has Escape and the button.
    <dialog
      ref={dialog}
      className={classes.sheet}
      aria-labelledby={id}
      // The event arrives later, when the sheet may be open again.
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) shut();
      }}
    >
      <div className={classes.inner}>
        <div className={classes.head}>
          <h2 id={id}>{title}</h2>
          <button type="button" className={classes.close} aria-label={close} onClick={shut}>
            <CloseIcon />
          </button>
        </div>
        {typeof children === 'function' ? children(shut) : children}
      </div>
    </dialog>
  );
}
