/** The count on the app's icon, where it is installed and the system draws one. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  // Not installed, or not allowed: a badge is a courtesy.
  done.catch(() => undefined);
}
