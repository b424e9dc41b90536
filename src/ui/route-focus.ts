/**
 * After a navigation the new page's heading gets the focus, so that a screen reader announces the page and the keyboard
 * starts at its top. The heading may appear late (lazy page, data), so the request is kept until one takes it.
 */
let wanted = false;

export function wantHeadingFocus(): void {
  wanted = true;
}

/** Moves the focus once; does nothing when the person is already typing. */
export function giveHeadingFocus(heading: HTMLElement): void {
  if (!wanted) return;
  wanted = false;
  const active = document.activeElement;
  if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) return;
  heading.focus({ preventScroll: true });
}
