/** The own account as screens see it. */
import type { Role } from '@/auth/identity';
import type { FieldName, FieldOf, HeldFields } from '@/db/profile-fields';

export interface OwnProfile {
  id: string;
  name: string;
  email: string;
  role: Role;
  whatsapp: string | null;
  cityId: string | null;
  imageUrl: string | null;
  styleIds: string[];
  /** Of teachers only. */
  teacher: OwnTeacher | null;
  /** Of students only. */
  student: OwnStudent | null;
  /** What support of the project brings, by name. */
  benefits: readonly string[];
  /** What the person's phones are not told of, by group (see NOTICE_GROUPS). */
  mutedNotifications: readonly string[];
  /** What `saveProfile` takes as the version that was seen. */
  version: number;
  createdAt: string | null;
}

export interface OwnTeacher extends HeldFields<FieldOf<'teacher'>> {
  isActive: boolean;
  isFeatured: boolean;
  approvedAt: string | null;
  slug: string | null;
}

export interface OwnStudent extends HeldFields<FieldOf<'student'>> {
  /** Null until the page was switched on for the first time. */
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

/** Only what changed; null empties a field. */
export interface ProfileChanges extends Partial<HeldFields<FieldName>> {
  name?: string;
  whatsapp?: string | null;
  cityId?: string | null;
  imageUrl?: string | null;
  styleIds?: string[];
}
