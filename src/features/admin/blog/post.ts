/** One article as its editor reads and writes it: the table itself, whose policies let administrators only. */
import { z } from 'zod';
import { fromField, toField } from '../core/dates';
import { maybeText, text } from '../core/schema';
import { type Answer, insert, select, update } from '../core/server';
import type { PostValues } from './draft';
import { slugError, slugOf } from './slug';

const post = z.object({
  id: text,
  title: text,
  slug: text,
  category_id: text,
  excerpt: text,
  author_name: text,
  cover_url: maybeText,
  cover_alt: text,
  status: z.enum(['draft', 'published']),
  published_at: maybeText,
  body: z.unknown(),
});

export async function askPost(id: string, signal: AbortSignal): Promise<Answer<unknown>> {
  const columns = Object.keys(post.shape).join(',');
  const answer = await select('blog_posts', { id: `eq.${id}`, select: columns }, signal);
  return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.rows } : answer;
}

/** Null when there is no such article. */
export function readPost(value: unknown): { values: PostValues | null } {
  const [found] = z.array(post).parse(value);
  if (!found) return { values: null };
  const { id: _, cover_url, published_at, ...rest } = found;
  return { values: { ...rest, cover_url: cover_url ?? '', published_at: toField(published_at) } };
}

export function emptyPost(author: string): PostValues {
  return {
    title: '',
    slug: '',
    category_id: '',
    excerpt: '',
    author_name: author,
    cover_url: '',
    cover_alt: '',
    status: 'draft',
    published_at: '',
    body: { type: 'doc', content: [{ type: 'paragraph' }] },
  };
}

export type PostErrors = Partial<Record<keyof PostValues, string>>;

/** What is wrong before the database would say so. */
export function postErrors(values: PostValues): PostErrors {
  const errors: PostErrors = {};
  if (values.title.trim().length < 3) errors.title = 'O título tem pelo menos 3 letras.';
  const slugWrong = values.slug.trim() === '' ? null : slugError(values.slug.trim());
  if (slugWrong) errors.slug = slugWrong;
  else if (values.slug.trim() === '' && slugOf(values.title, 80) === '') errors.slug = 'Escolha um endereço.';
  if (values.category_id === '') errors.category_id = 'Escolha uma categoria.';
  if (values.excerpt.trim().length < 10) errors.excerpt = 'O resumo tem pelo menos 10 letras.';
  if (values.author_name.trim().length < 2) errors.author_name = 'Diga quem escreveu.';
  return errors;
}

/** Saves the whole article. `isNew`: nobody has seen it saved yet; saved all the same, it is changed instead. */
export async function savePost(id: string, values: PostValues, isNew: boolean): Promise<Answer<null>> {
  const row = {
    title: values.title.trim(),
    slug: values.slug.trim() || slugOf(values.title, 80),
    category_id: values.category_id,
    excerpt: values.excerpt.trim(),
    author_name: values.author_name.trim(),
    cover_url: values.cover_url || null,
    cover_alt: values.cover_alt.trim(),
    status: values.status,
    published_at: fromField(values.published_at),
    body: values.body,
  };
  const change = () => update('blog_posts', { column: 'id', value: id }, row);
  if (!isNew) return change();
  const added = await insert('blog_posts', { id, ...row });
  // An answer that was lost: the first attempt had arrived.
  const wasThere =
    added.kind === 'refused' && added.code === '23505' && (added.detail ?? '').includes('(id)');
  return wasThere ? change() : added;
}
