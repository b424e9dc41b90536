/** What stands in the way of push on this phone before anybody has pressed anything. */
import { env } from '@/lib/env';

export type Hindrance = 'unsupported' | 'noKeys' | 'installFirst';

/** Null: nothing does. */
export function hindrance(): Hindrance | null {
  if (isIos() && !isInstalled()) return 'installFirst';
  if (!('Notification' in window) || !('PushManager' in window) || !('serviceWorker' in navigator))
    return 'unsupported';
  return env.firebase.apiKey ? null : 'noKeys';
}

/** An iPad says that it is a Mac, which has no touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

function isInstalled(): boolean {
  return (
    (navigator as Navigator & { standalone?: boolean }).standalone === true ||
    window.matchMedia('(display-mode: standalone)').matches
  );
}
