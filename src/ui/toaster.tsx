import { useEffect } from 'react';
import { Toaster as Sonner } from 'sonner';
import { TOAST, toasterMounted } from './toast';
import classes from './toaster.module.css';
import { halfWithFocus, useTyping } from './use-typing';

/** Rendered by the host with the first toast; above the bottom bar on phones. */
export default function Toaster() {
  useEffect(() => toasterMounted(halfWithFocus), []);
  const typing = useTyping();
  return (
    <Sonner
      duration={TOAST.duration}
      visibleToasts={TOAST.visible}
      gap={TOAST.gap}
      // Away from a field that is being typed into above a keyboard.
      position={typing === 'lower' ? 'top-right' : 'bottom-right'}
      // A bar lies below on wider screens too, where text is large.
      offset={{ bottom: 'calc(var(--bar-height) + var(--dock-height) + 2rem)' }}
      mobileOffset={{
        top: 'calc(var(--banner-height) + 1rem)',
        bottom: 'calc(var(--bar-height) + var(--dock-height) + 1rem)',
      }}
      containerAriaLabel="Avisos"
      toastOptions={{
        closeButton: false,
        classNames: {
          toast: classes.toast ?? '',
          title: classes.title ?? '',
          description: classes.description ?? '',
          actionButton: classes.action ?? '',
          error: classes.destructive ?? '',
        },
      }}
    />
  );
}
