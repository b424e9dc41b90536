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
  isActive: boolean;
  isPaused: boolean;
  isFeatured: boolean;
  approvedAt: string | null;
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
}
