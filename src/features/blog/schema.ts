/** A post in lists: the `data` of content of kind 'blog' (supabase/migrations/…_blog.sql). */
import type { ContentRow } from '@/db/rows/public-rows';
import { reader } from '@/lib/read';

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
  /** Moment in ISO format. */
  publishedAt: string;
  readingMinutes: number;
  /** Changes whenever the text changes. */
  revision: string;
  category: PostCategory;
}

/** A post with its text. RichText checks the document. */
export interface Article extends Post {
  body: unknown;
}

/** Throws TypeError when the row is not a post. Must be a stable function: another one makes useContent parse again. */
export function parsePost({ id, slug, data }: ContentRow): Post {
  return readPost({ ...(data as object | null), id, slug });
}

/** Throws TypeError when the value is not an article. */
export function readArticle(value: unknown): Article {
  return { ...readPost(value), body: reader(value).object('body') };
}

function readPost(value: unknown): Post {
  const read = reader(value);
  const category = reader(read.any('category'));
  return {
    id: read.string('id'),
    slug: read.string('slug'),
    title: read.string('title'),
    excerpt: read.string('excerpt'),
    coverUrl: read.textOrNull('cover_url'),
    coverAlt: read.textOrNull('cover_alt') ?? '',
    authorName: read.string('author_name'),
    publishedAt: read.string('published_at'),
    readingMinutes: read.number('reading_minutes'),
    revision: read.string('revision'),
    category: {
      name: category.string('name'),
      slug: category.string('slug'),
      position: category.number('position'),
    },
  };
}
