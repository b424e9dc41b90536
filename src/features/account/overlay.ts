/** The user's own rows with the writes that the replica does not hold yet. Pure. */
import type { LessonRequestRow } from '@/db/rows/lesson-rows';
import type { NotificationRow, ProfileRow } from '@/db/rows/own-rows';
import { notificationPreferences } from '@/outbox/commands/notification-preferences';
import { notificationsRead } from '@/outbox/commands/notifications-read';
import { profileUpdate } from '@/outbox/commands/profile-update';
import { slugSet } from '@/outbox/commands/slug-set';
import { overlaid } from '@/outbox/overlay';
import { type CommandOf, isOf, type StoredCommand } from '@/outbox/stored-command';

type Commands = readonly StoredCommand[];

export function overlaidProfile(row: ProfileRow, version: number, commands: Commands): ProfileRow {
  const named = overlaid(row, version, commands.filter(isOf('slug.set')), slugSet.apply);
  const shown = overlaid(named, version, commands.filter(isOf('profile.update')), profileUpdate.apply);
  // Saving a change answers the team's request; the server says so with its next row.
  if (shown === named || !row.adjustment || row.adjusted_at || !isAnswer(named, shown)) return shown;
  return { ...shown, adjusted_at: new Date().toISOString() };
}

/** As app.note_adjusted judges: pausing is no answer. */
function isAnswer(before: ProfileRow, after: ProfileRow): boolean {
  const content = ({ is_paused: _, ...row }: ProfileRow) => JSON.stringify(row);
  return content(before) !== content(after);
}

/** The muted notification groups, with the writes that the replica does not hold yet. */
export function mutedAfter(muted: readonly string[], version: number, commands: Commands): readonly string[] {
  const wishes = commands.filter(isOf('notifications.preferences'));
  return overlaid(muted, version, wishes, notificationPreferences.apply);
}

/** The profile save that the server refused; null when there is none. */
export function refusedUpdate(commands: Commands, userId: string): CommandOf<'profile.update'> | null {
  const saves = commands.filter(isOf('profile.update'));
  return saves.find((one) => one.status === 'rejected' && one.userId === userId) ?? null;
}

export function overlaidNotifications(rows: NotificationRow[], commands: Commands): NotificationRow[] {
  const readings = commands
    .filter(isOf('notifications.read'))
    .filter(({ status, ack }) => status !== 'rejected' && status !== 'parked' && !ack?.settled);
  if (readings.length === 0) return rows;
  return rows.map((row) => readings.reduceRight(notificationsRead.apply<NotificationRow>, row));
}

/** The notifications without those about a request of a blocked person, which say that person's name. */
export function withoutBlocked(
  rows: NotificationRow[],
  requests: readonly Pick<LessonRequestRow, 'id' | 'student_id' | 'teacher_id'>[],
  hidden: ReadonlySet<string>,
): NotificationRow[] {
  if (hidden.size === 0) return rows;
  const theirs = new Set(
    requests
      .filter(({ student_id, teacher_id }) => hidden.has(student_id) || hidden.has(teacher_id))
      .flatMap(({ id }) => [`/student/requests/${id}`, `/teacher/requests/${id}`]),
  );
  return rows.filter(({ url }) => !url || !theirs.has(url));
}
