/** The user's own account as screens see it. */
import type { Role } from '@/auth/identity';
import type { TeacherCheck } from '@/db/rows/checks';
import type { FieldName, FieldOf, HeldFields } from '@/db/rows/profile-fields';

export interface OwnProfile {
  id: string;
  name: string;
  email: string;
  role: Role;
  whatsapp: string | null;
  cityId: string | null;
  imageUrl: string | null;
  styleIds: string[];
  /** Null unless the user is a teacher. */
  teacher: OwnTeacher | null;
  /** Null unless the user is a student. */
  student: OwnStudent | null;
  /** Names of the benefits for supporting the project. */
  benefits: readonly string[];
  /** Notification groups that the user has muted (see NOTICE_GROUPS). */
  mutedNotifications: readonly string[];
  /** The version on screen, for `saveProfile`. */
  version: number;
  createdAt: string | null;
}

export interface OwnTeacher extends HeldFields<FieldOf<'teacher'>> {
  isActive: boolean;
  isFeatured: boolean;
  approvedAt: string | null;
  /** Of each kind the passed check that holds longest, ended ones too; null when the phone does not know yet. */
  checks: readonly TeacherCheck[];
  slug: string | null;
  /** The team's request for a change before the first approval; null without one. */
  adjustment: { message: string; isAnswered: boolean } | null;
}

export interface OwnStudent extends HeldFields<FieldOf<'student'>> {
  /** Null until the page is switched on for the first time. */
  slug: string | null;
}

export interface OwnNotification {
  id: string;
  kind: string;
  title: string;
  body: string;
  /** A path inside the site. */
  url: string | null;
  isRead: boolean;
  createdAt: string;
}

/** Only the changed fields; null empties a field. */
export interface ProfileChanges extends Partial<HeldFields<FieldName>> {
  name?: string;
  whatsapp?: string | null;
  cityId?: string | null;
  imageUrl?: string | null;
  styleIds?: string[];
}
