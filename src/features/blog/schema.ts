/** A post as lists know it: `data` of content of the kind 'blog' (supabase/migrations/…_blog.sql). */
import type { ContentRow } from '@/db/rows';

export interface PostCategory {
  name: string;
  slug: string;
  position: number;
}

export interface Post {
  id: string;
  slug: string;
  title: string;
  excerpt: string;
  coverUrl: string | null;
  coverAlt: string;
  authorName: string;
  /** ISO. */
  publishedAt: string;
  readingMinutes: number;
  /** Changes with the text. */
  revision: string;
  category: PostCategory;
}

/** A post with its text: a document for RichText, which checks it. */
export interface Article extends Post {
  body: unknown;
}

/** Throws TypeError when the row is no post. The same function for every list. */
export function parsePost({ id, slug, data }: ContentRow): Post {
  return readPost({ ...object(data), id, slug });
}

/** Throws TypeError when it is no article. */
export function readArticle(value: unknown): Article {
  const fields = object(value);
  return { ...readPost(fields), body: object(fields.body) };
}

function readPost(fields: Record<string, unknown>): Post {
  const category = object(fields.category);
  return {
    id: text(fields, 'id'),
    slug: text(fields, 'slug'),
    title: text(fields, 'title'),
    excerpt: text(fields, 'excerpt'),
    coverUrl: typeof fields.cover_url === 'string' ? fields.cover_url : null,
    coverAlt: typeof fields.cover_alt === 'string' ? fields.cover_alt : '',
    authorName: text(fields, 'author_name'),
    publishedAt: text(fields, 'published_at'),
    readingMinutes: number(fields, 'reading_minutes'),
    revision: text(fields, 'revision'),
    category: {
      name: text(category, 'name'),
      slug: text(category, 'slug'),
      position: number(category, 'position'),
    },
  };
}

function object(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new TypeError('blog: not an object');
  return value as Record<string, unknown>;
}

function text(fields: Record<string, unknown>, key: string): string {
  const value = fields[key];
  if (typeof value !== 'string') throw new TypeError(`blog: no ${key}`);
  return value;
}

function number(fields: Record<string, unknown>, key: string): number {
  const value = fields[key];
  if (typeof value !== 'number') throw new TypeError(`blog: no ${key}`);
  return value;
}
