/** The only file that imports Firebase. Import it dynamically: only switching push on and keeping it alive need it. */
import { getApps, initializeApp } from 'firebase/app';
import { getMessaging, getToken } from 'firebase/messaging';
import { env } from '@/lib/env';

/** FCM's token for this browser's push subscription, which is created if there is none. Throws Firebase's errors. */
export function obtainToken(registration: ServiceWorkerRegistration): Promise<string> {
  const { vapidKey, ...options } = env.firebase;
  const app = getApps()[0] ?? initializeApp(options);
  return getToken(getMessaging(app), { vapidKey, serviceWorkerRegistration: registration });
}
