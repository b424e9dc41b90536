/**
 * Focuses a heading that has just appeared, and scrolls the page to it only where it is out of sight: what it replaces
 * may have been longer, so that the page has become shorter. For a `ref`; give what it heads a `key` of its own, or React
 * keeps the former heading and does not call it.
 */
export function focusInSight(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'nearest' });
}
