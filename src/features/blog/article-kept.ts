/** Keeps the articles opened on this phone, with their texts, for reading offline. They are public data. */

import { fieldsOf, isNumber, isText, stored } from '@/lib/stored';
import type { Article } from './schema';

const TEXTS = [
  'id',
  'slug',
  'title',
  'excerpt',
  'coverAlt',
  'authorName',
  'publishedAt',
  'revision',
] as const satisfies (keyof Article)[];
const ARTICLES = 30;
/** Limit in characters for all articles together: a fifth of a browser's quota for small values. */
const CHARACTERS = 500_000;

const kept = stored(
  'danceflix_cache_articles',
  (value) => {
    const { articles } = fieldsOf(value);
    return Array.isArray(articles) ? { articles: articles.filter(isArticle) } : null;
  },
  { version: 1 },
);

export function readKept(slug: string): Article | null {
  return all().find((article) => article.slug === slug) ?? null;
}

/** Stores an article and drops the least recently opened ones that no longer fit. */
export function keep(article: Article): void {
  const others = all().filter(({ slug }) => slug !== article.slug);
  let left = CHARACTERS;
  const fitting = [article, ...others].slice(0, ARTICLES).filter((one) => {
    left -= JSON.stringify(one).length;
    return left >= 0;
  });
  write(fitting);
}

/** Deletes an article that is no longer public. */
export function drop(slug: string): void {
  const articles = all();
  const others = articles.filter((article) => article.slug !== slug);
  if (others.length < articles.length) write(others);
}

const write = (articles: Article[]) => kept.write({ articles });

const all = (): Article[] => kept.read()?.articles ?? [];

function isArticle(value: unknown): value is Article {
  const article = fieldsOf(value);
  const category = fieldsOf(article.category);
  return (
    TEXTS.every((key) => isText(article[key])) &&
    (article.coverUrl === null || isText(article.coverUrl)) &&
    isNumber(article.readingMinutes) &&
    isText(category.name) &&
    isText(category.slug) &&
    typeof article.body === 'object' &&
    article.body !== null
  );
}
