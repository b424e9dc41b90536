import { dateText, longDay } from '@/lib/date-forms';
import type { Post, PostCategory } from './schema';

/** The categories that have something to read, in the order that the team gave them. */
export function categoriesOf(posts: readonly Post[]): PostCategory[] {
  const known = new Map(posts.map(({ category }) => [category.slug, category]));
  return [...known.values()].sort((a, b) => a.position - b.position || a.name.localeCompare(b.name, 'pt-BR'));
}

/** What to read after a post: of its category first, each the newest first. */
export function relatedTo(
  post: Pick<Post, 'id' | 'category'>,
  posts: readonly Post[],
  count: number,
): Post[] {
  const others = posts.filter(({ id }) => id !== post.id);
  const isNear = (other: Post) => other.category.slug === post.category.slug;
  return [...others.filter(isNear), ...others.filter((other) => !isNear(other))].slice(0, count);
}

/** '15 de novembro de 2026'; empty when it is not a date. */
export function dayOf(iso: string): string {
  return dateText(longDay, iso);
}
