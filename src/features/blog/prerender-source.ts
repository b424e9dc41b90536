/** Gives the articles to prerendered pages, from the answers of `blog_post`. */
import type { PrerenderSource } from '@/lib/prerendered';
import { type Article, readArticle } from './schema';

export interface ArticleRows {
  /** The published posts with their texts. */
  articles: readonly Record<string, unknown>[];
}

export function articleSource({ articles }: ArticleRows): PrerenderSource {
  const bySlug = new Map<string, Article>();
  for (const row of articles) bySlug.set(String(row.slug), readArticle(row));
  return (question) => {
    const [, slug] = /^article (.+)$/.exec(question) ?? [];
    return slug === undefined ? undefined : bySlug.get(slug);
  };
}

export const articlePath = ({ slug }: Record<string, unknown>): string =>
  `/blog/${encodeURIComponent(String(slug))}`;
