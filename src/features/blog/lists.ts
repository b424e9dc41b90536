import { dateText, longDay } from '@/lib/date-forms';
import type { Post, PostCategory } from './schema';

/** The categories with at least one post, in the team's order. */
export function categoriesOf(posts: readonly Post[]): PostCategory[] {
  const known = new Map(posts.map(({ category }) => [category.slug, category]));
  return [...known.values()].sort((a, b) => a.position - b.position || a.name.localeCompare(b.name, 'pt-BR'));
}

/** Posts to read after a post: those of its category first, each group with the newest first. */
export function relatedTo(
  post: Pick<Post, 'id' | 'category'>,
  posts: readonly Post[],
  count: number,
): Post[] {
  const others = posts.filter(({ id }) => id !== post.id);
  const isNear = (other: Post) => other.category.slug === post.category.slug;
  return [...others.filter(isNear), ...others.filter((other) => !isNear(other))].slice(0, count);
}

/** '15 de novembro de 2026'; empty for an invalid date. */
export function dayOf(iso: string): string {
  return dateText(longDay, iso);
}
