/**
 * Keeps the count of unread notifications on the app's icon, clears it when they are read and at sign-out, and removes
 * notifications read in the app from the system's list.
 */
import { identityStore, presentIdentity } from '@/auth/identity';
import { catalogStore } from '@/db/memory/catalog';
import { privateRowsOf, privateStore } from '@/db/memory/private-store';
import { showOnIcon } from '@/lib/browser/app-badge';
import { logger } from '@/lib/logger';
import { closeNotifications } from '@/lib/push-subscription';
import { pendingStore } from '@/outbox/pending-store';
import { overlaidNotifications, withoutBlocked } from '../overlay';
import { isUnread } from '../rows';

/** Call once, at start. */
export function followUnread(): void {
  let shown: number | null = null;
  const follow = () => {
    const userId = presentIdentity()?.userId ?? null;
    const rows = privateRowsOf(userId, privateStore.getState().rows);
    // Until the notifications are read from the database the count is unknown, not zero.
    if (userId !== null && !rows?.notificationsKnown) return;
    const commands = (pendingStore.getState().commands ?? []).filter(
      (one) => one.userId === userId && one.entity.table === 'notifications',
    );
    const notifications = withoutBlocked(
      overlaidNotifications(rows?.notifications ?? [], commands),
      rows?.lessonRequests ?? [],
      catalogStore.get().hidden,
    );
    const count = notifications.filter(isUnread).length;
    if (count === shown) return;
    shown = count;
    showOnIcon('unread', count);
    const read = new Set(notifications.filter((one) => !isUnread(one)).map(({ id }) => id));
    closeNotifications((tag) => read.has(tag)).catch((error: unknown) =>
      logger.info('Read notifications still in the system list', error),
    );
  };
  privateStore.subscribe(follow);
  pendingStore.subscribe(follow);
  identityStore.subscribe(follow);
  // A push received in the background sets a badge without a number, so the count is set again.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') shown = null;
    follow();
  });
  follow();
}
