/**
 * After a navigation the new page's heading gets the focus, so that a screen reader announces the page and the keyboard
 * starts at its top. The heading may appear late (lazy page, data), so the request is kept until one takes it. If the
 * person has moved the focus by then, it stays where they moved it.
 */
let wanted = false;
/** The element that had the focus when the page changed: the tapped link, say, which may outlive its page. */
let before: Element | null = null;

export function wantHeadingFocus(): void {
  wanted = true;
  before = document.activeElement;
}

/** Moves the focus once; does nothing when the person has moved it since, or is typing. */
export function giveHeadingFocus(heading: HTMLElement): void {
  if (!wanted) return;
  wanted = false;
  const active = document.activeElement;
  if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) return;
  if (active !== before && active !== document.body && active !== null) return;
  heading.focus({ preventScroll: true });
}
