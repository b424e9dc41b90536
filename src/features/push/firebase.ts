/** The only Firebase code. Import dynamically: it is loaded where push is switched on or kept alive, and nowhere else. */
import { getApps, initializeApp } from 'firebase/app';
import { getMessaging, getToken } from 'firebase/messaging';
import { env } from '@/lib/env';

/** FCM's token for this browser's subscription, which it makes when there is none. Throws what Firebase throws. */
export function obtainToken(registration: ServiceWorkerRegistration): Promise<string> {
  const { vapidKey, ...options } = env.firebase;
  const app = getApps()[0] ?? initializeApp(options);
  return getToken(getMessaging(app), { vapidKey, serviceWorkerRegistration: registration });
}
