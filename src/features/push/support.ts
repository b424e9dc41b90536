/** Finds what makes push impossible on this device. */
import { touchPoints, userAgent } from '@/lib/browser/device';
import { matchesMedia } from '@/lib/browser/media';
import { serviceWorkers, told } from '@/lib/browser/navigator';
import { env } from '@/lib/env';

export type Hindrance = 'unsupported' | 'noKeys' | 'installFirst';

/** Null when push is possible. */
export function hindrance(): Hindrance | null {
  if (isIos() && !isInstalled()) return 'installFirst';
  if (!('Notification' in window) || !('PushManager' in window) || !serviceWorkers()) return 'unsupported';
  return env.firebase.apiKey ? null : 'noKeys';
}

/** Recognises an iPad, which calls itself a Mac, by its touch screen. */
function isIos(): boolean {
  const agent = userAgent();
  return /iPhone|iPad|iPod/.test(agent) || (agent.includes('Macintosh') && touchPoints() > 1);
}

function isInstalled(): boolean {
  return told('standalone') === true || matchesMedia('(display-mode: standalone)');
}
