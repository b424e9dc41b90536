/** The own rows with the writes on them that the replica does not hold yet. Pure. */
import type { NotificationRow, ProfileRow } from '@/db/rows';
import type { StoredCommand } from '@/outbox/command';
import type { NotificationPreferences } from '@/outbox/commands/notification-preferences';
import type { NotificationsRead } from '@/outbox/commands/notifications-read';
import type { ProfileUpdate } from '@/outbox/commands/profile-update';
import { overlaid } from '@/outbox/overlay';

/** Tables as the outbox's entities name them. */
export const PROFILES = 'user_profiles';
export const NOTIFICATIONS = 'notifications';
/** Of its own, though stored with the profile: a refused save of the profile does not hold it up. */
export const PREFERENCES = 'notification_preferences';

type Commands = readonly StoredCommand[];

export function overlaidProfile(row: ProfileRow, version: number, commands: Commands): ProfileRow {
  return overlaid(row, version, commands.filter(isUpdate), withChanges);
}

/** What is not to be told, with the wishes on it that the replica does not hold yet. */
export function mutedAfter(muted: readonly string[], version: number, commands: Commands): readonly string[] {
  return overlaid(muted, version, commands, (_, { payload }) => (payload as NotificationPreferences).muted);
}

/** The profile as a refused save would have it: what its author goes on from. */
export function withChanges(row: ProfileRow, { payload }: StoredCommand): ProfileRow {
  return { ...row, ...(payload as ProfileUpdate).changes };
}

/** The save that the server refused. */
export function refusedUpdate(commands: Commands, userId: string): StoredCommand | null {
  return commands.find((one) => one.status === 'rejected' && one.userId === userId && isUpdate(one)) ?? null;
}

const isUpdate = ({ kind }: StoredCommand) => kind === 'profile.update';
const isReading = ({ kind }: StoredCommand) => kind === 'notifications.read';

export function overlaidNotifications(rows: NotificationRow[], commands: Commands): NotificationRow[] {
  const readAt = new Map<string, string>();
  for (const command of commands.filter(isReading)) {
    const { status, ack } = command;
    if (status === 'rejected' || status === 'parked' || ack?.settled) continue;
    const payload = command.payload as NotificationsRead;
    for (const id of payload.ids) readAt.set(id, payload.readAt);
  }
  if (readAt.size === 0) return rows;
  return rows.map((row) => (row.read_at ? row : { ...row, read_at: readAt.get(row.id) ?? null }));
}

/** Delivered ones whose notifications the replica holds as read, or not at all: being read is not taken back. */
export function readInReplica(rows: readonly NotificationRow[], commands: Commands): string[] {
  const unread = new Set(rows.filter(({ read_at }) => !read_at).map(({ id }) => id));
  return commands
    .filter((one) => isReading(one) && one.ack && !one.ack.settled)
    .filter(({ payload }) => !(payload as NotificationsRead).ids.some((id) => unread.has(id)))
    .map(({ id }) => id);
}
