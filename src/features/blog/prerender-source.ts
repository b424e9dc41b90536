/** Answers what screens ask of articles, from answers of `blog_post`: for pages that are prerendered. */
import type { PrerenderSource } from '@/lib/prerendered';
import { type Article, readArticle } from './schema';

export interface ArticleRows {
  /** Published posts with their texts. */
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
