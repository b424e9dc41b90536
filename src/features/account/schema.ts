/** The own account as screens see it. */
import type { Role } from '@/auth/identity';

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

export interface OwnTeacher {
  bio: string | null;
  experience: string | null;
  neighborhood: string | null;
  instagram: string | null;
  modalities: string[];
  /** Sections of the enhanced profile. */
  story: string | null;
  music: string | null;
  isActive: boolean;
  isPaused: boolean;
  isFeatured: boolean;
  approvedAt: string | null;
  slug: string | null;
}

export interface OwnStudent {
  bio: string | null;
  /** Ids of interests.ts. */
  interests: string[];
  /** A year. */
  dancingSince: number | null;
  isPublic: boolean;
  /** Null until the page was switched on for the first time. */
  slug: string | null;
  /** From here on with the enhanced profile. */
  experience: string | null;
  favouriteSongs: string | null;
  instagram: string | null;
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
export interface ProfileChanges {
  name?: string;
  whatsapp?: string | null;
  cityId?: string | null;
  imageUrl?: string | null;
  styleIds?: string[];
  bio?: string | null;
  experience?: string | null;
  neighborhood?: string | null;
  instagram?: string | null;
  modalities?: string[];
  isPaused?: boolean;
  interests?: string[];
  dancingSince?: number | null;
  isPublic?: boolean;
  favouriteSongs?: string | null;
  story?: string | null;
  music?: string | null;
}
