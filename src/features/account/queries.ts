/** What screens read of the own account: from the device, offline too. */
import type { OwnNotification, OwnProfile } from './schema';

export type OwnProfileQuery =
  | { status: 'signed-out' | 'loading' | 'failed'; profile: null }
  | { status: 'ready'; profile: OwnProfile };

/** The own profile from the private replica, refreshed in the background when it is older than five minutes. */
export function useOwnProfile(): OwnProfileQuery {
  return { status: 'loading', profile: null };
}

export interface OwnNotificationsQuery {
  status: 'signed-out' | 'loading' | 'ready' | 'failed';
  /** Newest first. */
  items: OwnNotification[];
}

export function useOwnNotifications(): OwnNotificationsQuery {
  return { status: 'loading', items: [] };
}

/** For the bell; 0 while nothing is known. */
export function useUnreadCount(): number {
  return 0;
}
