/** Articles that were opened on this phone, with their text, to be read without a connection. Public data. */

import { logger } from '@/lib/logger';
import { fieldsOf, isNumber, isText, readStored } from '@/lib/stored';
import type { Article } from './schema';

const KEY = 'danceflix_cache_articles';
const VERSION = 1;
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
/** Characters of all of them: a fifth of what browsers let a site keep here. */
const CHARACTERS = 500_000;

export function readKept(slug: string): Article | null {
  return all().find((article) => article.slug === slug) ?? null;
}

/** The last opened stay; what does not fit beside them goes. */
export function keep(article: Article): void {
  const others = all().filter(({ slug }) => slug !== article.slug);
  let left = CHARACTERS;
  const fitting = [article, ...others].slice(0, ARTICLES).filter((one) => {
    left -= JSON.stringify(one).length;
    return left >= 0;
  });
  write(fitting);
}

/** It is not public any more. */
export function drop(slug: string): void {
  const articles = all();
  const others = articles.filter((article) => article.slug !== slug);
  if (others.length < articles.length) write(others);
}

function write(articles: Article[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ version: VERSION, articles }));
  } catch (error) {
    logger.info('Article not kept', error);
  }
}

function all(): Article[] {
  const kept = readStored('localStorage', KEY, (value) => {
    const { version, articles } = fieldsOf(value);
    return version === VERSION && Array.isArray(articles) ? articles.filter(isArticle) : null;
  });
  return kept ?? [];
}

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
