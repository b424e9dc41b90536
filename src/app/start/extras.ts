/** Parts that start after the first results, each in an idle moment of its own; the app works without them. */
import { presentIdentity } from '@/auth/identity';
import { hasVisitorPhone, readPushRecord } from '@/auth/push-record';

/** Syncs the favourites, alerts, blocks and unread notices of a signed-in person, and tells of writes that were lost. */
export async function followFavouritesAndBlocks(): Promise<void> {
  const { resumeFavourites } = await import('@/features/favourites/resume');
  const { hideBlocked } = await import('@/features/blocks/hide');
  const { resumeAlerts } = await import('@/features/alerts/resume');
  const { followUnread } = await import('@/features/account/notifications/unread-badge');
  const { resumeAnnounced } = await import('@/features/outbox/resume-announced');
  resumeFavourites();
  resumeAlerts();
  hideBlocked();
  followUnread();
  resumeAnnounced();
}

/** Offers to install the app at the right moment. */
export async function startInstalling(): Promise<void> {
  const { startInstall } = await import('@/features/install/start');
  startInstall();
}

/** Animates portraits between pages. */
export async function startTravel(): Promise<void> {
  const { startPortraitTravel } = await import('@/app/router/portrait-travel');
  startPortraitTravel();
}

/** Counts the app's use of the data plan, shown on /economia-de-dados. */
export async function startCounting(): Promise<void> {
  const { countDataUse } = await import('@/lib/data-use');
  countDataUse();
}

/** Maintains this phone's push registration, if it has one. Firebase is loaded only when that needs it. */
export async function followPush(): Promise<void> {
  const userId = presentIdentity()?.userId;
  if (userId ? !readPushRecord(userId) : !hasVisitorPhone()) return;
  const { refreshPush } = await import('@/features/push/refresh');
  await refreshPush();
}
