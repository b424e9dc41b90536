import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { addLayer, settleLayers } from './back-closes';

/** Lets 'back' close what is `open` on the page: a menu. Dialogs have `useModalDialog`. */
export function useBackCloses(open: boolean, close: () => void): void {
  const leave = useEffectEvent(close);
  useLayoutEffect(() => {
    if (!open) return undefined;
    return addLayer({ isOpen: () => true, close: () => leave() });
  }, [open]);
}

/**
 * Opens a `<dialog>` above everything else: when it is mounted, and again whenever `asked` has grown. 'Back' calls
 * `close`; a dialog that cannot be closed when it opens (null) leaves 'back' alone.
 */
export function useModalDialog(
  dialog: RefObject<HTMLDialogElement | null>,
  close: (() => void) | null,
  asked = 1,
): void {
  const leave = useEffectEvent(() => close?.());
  const isClosable = useEffectEvent(() => close !== null);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const remove = isClosable()
      ? addLayer({ isOpen: () => element.isConnected && element.open, close: () => leave() })
      : null;
    element.addEventListener('close', settleLayers);
    return () => {
      element.removeEventListener('close', settleLayers);
      element.close();
      remove?.();
    };
  }, [dialog]);

  // Before the paint: a dialog that is rendered but not open would be invisible for a frame.
  useLayoutEffect(() => {
    if (asked === 0 || dialog.current?.open !== false) return;
    dialog.current.showModal();
    settleLayers();
  }, [dialog, asked]);
}
