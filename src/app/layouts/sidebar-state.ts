/** Whether the administration's sidebar is open, remembered for a week (specification 001 §2 and §9). */
import { useEffect, useState } from 'react';

const COOKIE = 'danceflix_sidebar';
/** Seconds. */
const WEEK = 604_800;

/** Open, unless the cookie stores that it was closed. */
export function readSidebar(cookies: string): boolean {
  return !cookies.split(';').some((one) => one.trim() === `${COOKIE}=closed`);
}

export function useSidebar(): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(() => readSidebar(document.cookie));
  return [
    open,
    (next) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and older Safari.
      document.cookie = `${COOKIE}=${next ? 'open' : 'closed'}; max-age=${WEEK}; path=/; samesite=lax`;
      setOpen(next);
    },
  ];
}

/** Ctrl+B, on a Mac Cmd+B; not while typing, where it means bold in an editor. */
export function useSidebarKey(toggle: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || event.altKey || event.shiftKey) return;
      if (!(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      if (event.target instanceof HTMLElement && event.target.isContentEditable) return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [toggle]);
}
