/**
 * Keeps the count of unread notifications on the app's icon, cleared as they are read and with the sign-out, and takes
 * what was read in the app off the system's list.
 */
import { identityStore, presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/private-store';
import { showOnIcon } from '@/lib/app-badge';
import { logger } from '@/lib/logger';
import { closeNotifications } from '@/lib/push-subscription';
import { pendingStore } from '@/outbox/pending-store';
import { overlaidNotifications } from './overlay';
import { isUnread } from './rows';

/** Called once. */
export function followUnread(): void {
  let shown: number | null = null;
  const follow = () => {
    const userId = presentIdentity()?.userId ?? null;
    const rows = privateRowsOf(userId, privateStore.getState().rows);
    // Not read yet is not the same as nothing unread.
    if (userId !== null && !rows?.notificationsKnown) return;
    const commands = (pendingStore.getState().commands ?? []).filter(
      (one) => one.userId === userId && one.entity.table === 'notifications',
    );
    const notifications = overlaidNotifications(rows?.notifications ?? [], commands);
    const count = notifications.filter(isUnread).length;
    if (count === shown) return;
    shown = count;
    showOnIcon('unread', count);
    const read = new Set(notifications.filter((one) => !isUnread(one)).map(({ id }) => id));
    closeNotifications((tag) => read.has(tag)).catch((error: unknown) => logger.info('Still shown', error));
  };
  privateStore.subscribe(follow);
  pendingStore.subscribe(follow);
  identityStore.subscribe(follow);
  // A push that came while nobody looked has marked the icon without a number.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') shown = null;
    follow();
  });
  follow();
}
