/** The count on the icon of an installed app, where the system shows one: everything that waits for the person. */
const counts = { unsent: 0, unread: 0 };

/** Each count is set by the code that knows it; the icon shows the sum. */
export function showOnIcon(part: keyof typeof counts, count: number): void {
  counts[part] = count;
  void mark(counts.unsent + counts.unread);
}

async function mark(sum: number): Promise<void> {
  try {
    await (sum > 0 ? navigator.setAppBadge(sum) : navigator.clearAppBadge());
  } catch {
    // Not known, not installed, or not allowed: the app works without a badge.
  }
}
