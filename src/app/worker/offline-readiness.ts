import { useNotice } from '@/app/notice';
import { serviceWorkers } from '@/lib/browser/navigator';
import { readText, writeText } from '@/lib/stored';

const TEXT = 'Pronto para usar offline';
const ANNOUNCED_KEY = 'danceflix_offline_announced';

/**
 * Announces once per device that the app now opens without a network: as a notification where that is permitted,
 * otherwise in the page (specification 000 §4). `firstInstall`: this page began without a worker.
 */
export async function announceOfflineReadiness(firstInstall: boolean): Promise<void> {
  if (alreadyAnnounced(firstInstall)) return;
  if (await notified()) return;
  useNotice.getState().show({ text: TEXT });
}

/** Without storage the announcement cannot be remembered, but the first install happens only once anyway. */
function alreadyAnnounced(firstInstall: boolean): boolean {
  if (readText(ANNOUNCED_KEY) !== null) return true;
  return writeText(ANNOUNCED_KEY, '1') ? false : !firstInstall;
}

async function notified(): Promise<boolean> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return false;
  try {
    const registration = await serviceWorkers()?.ready;
    if (!registration) return false;
    await registration.showNotification(TEXT, {
      body: 'Encontre professores mesmo sem internet.',
      tag: 'offline-ready',
      lang: 'pt-BR',
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
    });
    return true;
  } catch (error) {
    console.warn('The offline notification was not shown', error);
    return false;
  }
}
