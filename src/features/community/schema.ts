/** A post as the public content carries it (supabase/migrations/…_mural.sql). */
import type { ContentRow } from '@/db/rows';

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
  /** The first one; the team's whole. */
  name: string;
  imageUrl: string | null;
  role: 'student' | 'teacher' | 'admin';
  /** The same for all posts of a person; see author-tag.ts. */
  tag: string;
}

/** The database's bounds, in characters. */
export const LONGEST = { text: 500, reason: 500 } as const;

/** Throws for what is no post. */
export function parsePost(row: ContentRow): Post {
  const data = row.data as Record<string, unknown>;
  const { text, author_name: name, author_tag: tag } = data;
  const createdAt = Date.parse(String(data.created_at));
  if (typeof text !== 'string' || typeof name !== 'string' || typeof tag !== 'string') {
    throw new TypeError('no post');
  }
  if (Number.isNaN(createdAt)) throw new TypeError('no time');
  return {
    id: row.id,
    text,
    cityId: textOrNull(data.city_id),
    styleId: textOrNull(data.style_id),
    createdAt,
    author: { name, tag, imageUrl: textOrNull(data.author_image_url), role: roleOf(data.author_role) },
  };
}

function roleOf(value: unknown): Author['role'] {
  return value === 'teacher' || value === 'admin' ? value : 'student';
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
