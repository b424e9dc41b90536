/** Converts between rows of the private replica and the values that screens use. */
import { isCheckKind, type TeacherCheck } from '@/db/rows/checks';
import type { NotificationRow, ProfileRow } from '@/db/rows/own-rows';
import { ACCOUNT_FIELDS, fieldsFrom, fieldsOfRole, PROFILE_FIELDS } from '@/db/rows/profile-fields';
import { dayKey } from '@/lib/dates';
import type { OwnNotification, OwnProfile, ProfileChanges } from './schema';

export function toProfile(row: ProfileRow, version: number): OwnProfile {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    whatsapp: row.whatsapp ?? null,
    cityId: row.city_id ?? null,
    imageUrl: row.profile_image_url ?? null,
    styleIds: row.style_ids,
    teacher:
      row.role === 'teacher'
        ? {
            ...fieldsFrom(row, fieldsOfRole('teacher')),
            isActive: row.is_active === true,
            isFeatured: row.is_featured === true,
            approvedAt: row.approved_at ?? null,
            slug: row.slug ?? null,
            checks: ownChecks(row),
            adjustment: row.adjustment
              ? { message: row.adjustment, isAnswered: Boolean(row.adjusted_at) }
              : null,
          }
        : null,
    student:
      row.role === 'student'
        ? {
            ...fieldsFrom(row, fieldsOfRole('student')),
            slug: row.slug ?? null,
          }
        : null,
    benefits: row.benefits ?? [],
    mutedNotifications: row.muted_notifications ?? [],
    version,
    createdAt: row.created_at ?? null,
  };
}

/** The checks of kinds that this release knows. */
function ownChecks({ checks }: ProfileRow): TeacherCheck[] {
  return (checks ?? []).flatMap(({ kind, checked_at, expires_on }) =>
    isCheckKind(kind) ? [{ kind, month: dayKey(Date.parse(checked_at)).slice(0, 7), until: expires_on }] : [],
  );
}

export function toNotification(row: NotificationRow): OwnNotification {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    body: row.body,
    url: row.url ?? null,
    isRead: !isUnread(row),
    createdAt: row.created_at,
  };
}

export function isUnread({ read_at }: NotificationRow): boolean {
  return !read_at;
}

const FIELDS = { ...ACCOUNT_FIELDS, ...PROFILE_FIELDS } satisfies Record<
  keyof ProfileChanges,
  { column: keyof ProfileRow }
>;
const KEYS = Object.keys(FIELDS) as (keyof ProfileChanges)[];

/** The changed fields under the column names that update_profile takes. */
export function toColumns(changes: ProfileChanges): Record<string, unknown> {
  return Object.fromEntries(
    KEYS.filter((key) => changes[key] !== undefined).map((key) => [FIELDS[key].column, changes[key]]),
  );
}

/** Maps the server's error detail (a column, or the constraint named after it) to the screen's field. */
export function toField(detail: string | null): keyof ProfileChanges | null {
  if (!detail) return null;
  return (
    KEYS.find((key) => detail === FIELDS[key].column) ??
    KEYS.find((key) => detail.includes(`_${FIELDS[key].column}`)) ??
    null
  );
}
