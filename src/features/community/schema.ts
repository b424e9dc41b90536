/** A post in the public content (supabase/migrations/…_mural.sql). */
import type { ContentRow } from '@/db/rows/public-rows';
import { reader } from '@/lib/read';

export interface Post {
  id: string;
  text: string;
  cityId: string | null;
  styleId: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  author: Author;
}

export interface Author {
  /** The author's first name; the full name for members of the team. */
  name: string;
  imageUrl: string | null;
  role: 'student' | 'teacher' | 'admin';
  /** Digest of the author's id; see author-tag.ts. */
  tag: string;
}

/** The database's limits, in characters. */
export const LONGEST = { text: 500, reason: 500 } as const;

/** Throws TypeError when the row is not a post. */
export function parsePost(row: ContentRow): Post {
  const read = reader(row.data);
  return {
    id: row.id,
    text: read.string('text'),
    cityId: read.textOrNull('city_id'),
    styleId: read.textOrNull('style_id'),
    createdAt: read.time('created_at'),
    author: {
      name: read.string('author_name'),
      tag: read.string('author_tag'),
      imageUrl: read.textOrNull('author_image_url'),
      role: roleOf(read.any('author_role')),
    },
  };
}

function roleOf(value: unknown): Author['role'] {
  return value === 'teacher' || value === 'admin' ? value : 'student';
}
