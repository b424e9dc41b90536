/** Reads the user's own account for screens, from the device, so offline too. */
import { useMemo } from 'react';
import type { NotificationRow } from '@/db/rows/own-rows';
import { profileUpdate } from '@/outbox/commands/profile-update';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import type { StoredCommand } from '@/outbox/stored-command';
import { ownStatus, useOwnRows } from '@/reads/own-rows';
import type { ListQuery, OwnAbsence, Query } from '@/reads/query';
import { useHidden } from '@/reads/use-hidden';
import { mutedAfter, overlaidNotifications, overlaidProfile, refusedUpdate, withoutBlocked } from './overlay';
import { isUnread, toNotification, toProfile } from './rows';
import type { OwnNotification, OwnProfile } from './schema';

export type OwnProfileQuery = Query<OwnProfile, OwnAbsence>;

/**
 * The user's own profile from the private replica, refreshed in the background when older than five minutes. 'failed':
 * the profile was never synced to this phone and cannot be now.
 */
export function useOwnProfile(): OwnProfileQuery {
  const { userId, rows } = useOwnRows();
  const ready = useOutboxReady();
  const commands = useOverlay('user_profiles');
  const wishes = useOverlay('notification_preferences');
  const row = rows?.profile ?? null;
  const version = rows?.profileVersion ?? 0;
  const profile = useMemo(() => {
    if (row === null) return null;
    const muted_notifications = [...mutedAfter(row.muted_notifications ?? [], version, wishes)];
    return toProfile({ ...overlaidProfile(row, version, commands), muted_notifications }, version);
  }, [row, version, commands, wishes]);
  if (userId === null) return { status: 'signed-out', data: null };
  if (!ready) return { status: 'loading', data: null };
  if (profile) return { status: 'ready', data: profile };
  return { status: rows?.failed || rows?.profileKnown ? 'failed' : 'loading', data: null };
}

/** The profile with the values of the save that the server refused, to be corrected; null when none was refused. */
export function useRefusedProfile(): { profile: OwnProfile; command: StoredCommand } | null {
  const { userId, rows } = useOwnRows();
  const commands = useOverlay('user_profiles');
  return useMemo(() => {
    const command = userId ? refusedUpdate(commands, userId) : null;
    if (!command || !rows?.profile) return null;
    return { profile: toProfile(profileUpdate.apply(rows.profile, command), rows.profileVersion), command };
  }, [commands, userId, rows?.profile, rows?.profileVersion]);
}

const NO_ROWS: never[] = [];

/** The user's notifications with queued writes applied, without those about blocked people. */
function useShownNotifications(): NotificationRow[] {
  const { rows } = useOwnRows();
  const commands = useOverlay('notifications');
  const hidden = useHidden();
  const notifications = rows?.notifications ?? NO_ROWS;
  const requests = rows?.lessonRequests ?? NO_ROWS;
  return useMemo(
    () => withoutBlocked(overlaidNotifications(notifications, commands), requests, hidden),
    [notifications, commands, requests, hidden],
  );
}

/** The user's notifications, newest first. */
export function useOwnNotifications(): ListQuery<OwnNotification, OwnAbsence> {
  const own = useOwnRows();
  const { userId, rows } = own;
  const ready = useOutboxReady();
  const shown = useShownNotifications();
  const items = useMemo(
    () => [...shown].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at)).map(toNotification),
    [shown],
  );
  if (userId === null) return { status: 'signed-out', data: [] };
  if (!ready) return { status: 'loading', data: [] };
  return { status: ownStatus(own, rows?.notificationsKnown === true || items.length > 0), data: items };
}

/** Number of unread notifications for the bell; 0 until the rows are read. */
export function useUnreadCount(): number {
  return useShownNotifications().filter(isUnread).length;
}
