/** The count on the app's icon, where it is installed and the system draws one: all that waits for a person. */
const counts = { unsent: 0, unread: 0 };

/** Each part is told by who knows it; the icon has their sum. */
export function showOnIcon(part: keyof typeof counts, count: number): void {
  counts[part] = count;
  if (!('setAppBadge' in navigator)) return;
  const sum = counts.unsent + counts.unread;
  const done = sum > 0 ? navigator.setAppBadge(sum) : navigator.clearAppBadge();
  // Not installed, or not allowed: a badge is a courtesy.
  done.catch(() => undefined);
}
