/** What screens read of the own account: from the device, offline too. */
import { useMemo } from 'react';
import type { StoredCommand } from '@/outbox/command';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { useOwnRows } from '@/reads/own-rows';
import {
  mutedAfter,
  NOTIFICATIONS,
  overlaidNotifications,
  overlaidProfile,
  PREFERENCES,
  PROFILES,
  refusedUpdate,
  withChanges,
} from './overlay';
import { isUnread, toNotification, toProfile } from './rows';
import type { OwnNotification, OwnProfile } from './schema';

export type OwnProfileQuery =
  | { status: 'signed-out' | 'loading' | 'failed'; profile: null }
  | { status: 'ready'; profile: OwnProfile };

/**
 * The own profile from the private replica, refreshed in the background when it is older than five minutes. 'failed':
 * it never came to this phone and cannot now.
 */
export function useOwnProfile(): OwnProfileQuery {
  const { userId, rows } = useOwnRows();
  const ready = useOutboxReady();
  const commands = useOverlay(PROFILES);
  const wishes = useOverlay(PREFERENCES);
  const row = rows?.profile ?? null;
  const version = rows?.profileVersion ?? 0;
  const profile = useMemo(() => {
    if (row === null) return null;
    const muted_notifications = [...mutedAfter(row.muted_notifications ?? [], version, wishes)];
    return toProfile({ ...overlaidProfile(row, version, commands), muted_notifications }, version);
  }, [row, version, commands, wishes]);
  if (userId === null) return { status: 'signed-out', profile: null };
  if (!ready) return { status: 'loading', profile: null };
  if (profile) return { status: 'ready', profile };
  return { status: rows?.failed || rows?.profileKnown ? 'failed' : 'loading', profile: null };
}

/** The profile as a save that the server refused would have it, to go on from; null when none was. */
export function useRefusedProfile(): { profile: OwnProfile; command: StoredCommand } | null {
  const { userId, rows } = useOwnRows();
  const commands = useOverlay(PROFILES);
  return useMemo(() => {
    const command = userId ? refusedUpdate(commands, userId) : null;
    if (!command || !rows?.profile) return null;
    return { profile: toProfile(withChanges(rows.profile, command), rows.profileVersion), command };
  }, [commands, userId, rows?.profile, rows?.profileVersion]);
}

export interface OwnNotificationsQuery {
  status: 'signed-out' | 'loading' | 'ready' | 'failed';
  /** Newest first. */
  items: OwnNotification[];
}

export function useOwnNotifications(): OwnNotificationsQuery {
  const { userId, rows } = useOwnRows();
  const ready = useOutboxReady();
  const commands = useOverlay(NOTIFICATIONS);
  const items = useMemo(
    () =>
      [...overlaidNotifications(rows?.notifications ?? [], commands)]
        .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
        .map(toNotification),
    [rows?.notifications, commands],
  );
  if (userId === null) return { status: 'signed-out', items: [] };
  if (!ready) return { status: 'loading', items: [] };
  if (rows?.notificationsKnown || items.length > 0) return { status: 'ready', items };
  return { status: rows?.failed ? 'failed' : 'loading', items };
}

/** For the bell; 0 while nothing is known. */
export function useUnreadCount(): number {
  const { rows } = useOwnRows();
  const commands = useOverlay(NOTIFICATIONS);
  return rows ? overlaidNotifications(rows.notifications, commands).filter(isUnread).length : 0;
}
