import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { MoreIcon } from '@/ui/more-icons';
import classes from './more-menu.module.css';
import { useBackCloses } from './use-back-closes';

/** Milliseconds. */
const DOUBLE_TAP = 600;

interface MoreMenuProps {
  /** Name of the button, as in 'Mais opções'. */
  label: string;
  /** Buttons, one below the other. They stay mounted while the panel is closed, so that an open form keeps its place. */
  children: ReactNode;
}

/**
 * Rare actions behind '⋯', at the right edge of a row. A disclosure instead of an ARIA menu: its buttons may open their
 * forms in place, and toasts stay visible above it.
 */
export function MoreMenu({ label, children }: MoreMenuProps) {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const leave = () => {
    if (root.current?.contains(document.activeElement)) button.current?.focus();
    setOpen(false);
  };
  useBackCloses(open, leave);
  const leaveByKey = useEffectEvent(leave);

  useEffect(() => {
    if (!open) return;
    let pressedInside = Number.NEGATIVE_INFINITY;
    const closeOutside = ({ target, timeStamp }: Event) => {
      // A pressed button may be replaced before the event arrives here; a removed node is not outside.
      if (!(target instanceof Node) || !target.isConnected) return;
      if (root.current?.contains(target)) pressedInside = timeStamp;
      // The second tap on a button in whose place the panel has become smaller is not for the page below.
      else if (timeStamp - pressedInside > DOUBLE_TAP) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      leaveByKey();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [open]);

  return (
    <div ref={root} className={classes.root}>
      <UnstyledButton
        ref={button}
        className={classes.button}
        aria-label={label}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => {
          setWasOpened(true);
          setOpen(!open);
        }}
      >
        <MoreIcon />
      </UnstyledButton>
      <div id={panel} className={classes.panel} hidden={!open}>
        {wasOpened ? children : null}
      </div>
    </div>
  );
}
