/** Finds what makes push impossible on this device. */
import { env } from '@/lib/env';

export type Hindrance = 'unsupported' | 'noKeys' | 'installFirst';

/** Null when push is possible. */
export function hindrance(): Hindrance | null {
  if (isIos() && !isInstalled()) return 'installFirst';
  if (!('Notification' in window) || !('PushManager' in window) || !('serviceWorker' in navigator))
    return 'unsupported';
  return env.firebase.apiKey ? null : 'noKeys';
}

/** Recognises an iPad, which calls itself a Mac, by its touch screen. */
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
