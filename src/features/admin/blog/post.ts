/** Reads and writes one article for its editor, directly in the table; its policies admit administrators only. */

import { z } from 'zod';
import { charactersIn } from '@/lib/sent-text';
import { slugOf } from '@/lib/slug';
import { textError } from '@/lib/typed-text';
import type { FormErrors } from '@/lib/use-form';
import { fromField, toField } from '../core/labels';
import { maybeText, text } from '../core/schema';
import { type Answer, insert, select, updateUnchanged } from '../core/server';
import type { PostValues } from './draft';

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
  updated_at: text,
});

export async function askPost(id: string, signal: AbortSignal): Promise<Answer<unknown>> {
  const columns = Object.keys(post.shape).join(',');
  const answer = await select('blog_posts', { id: `eq.${id}`, select: columns }, signal);
  return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.rows } : answer;
}

const MISSING = { kind: 'refused', status: 404, code: null, hint: 'missing', detail: null } as const;

export interface SavedPost {
  values: PostValues;
  /** The moment of the last save. The next save sends it back, so that a conflict is detected. */
  updatedAt: string;
}

/** Null when there is no such article. */
export function readPost(value: unknown): { saved: SavedPost | null } {
  const [found] = z.array(post).parse(value);
  if (!found) return { saved: null };
  const { id: _, cover_url, published_at, updated_at: updatedAt, ...rest } = found;
  const values = { ...rest, cover_url: cover_url ?? '', published_at: toField(published_at) };
  return { saved: { values, updatedAt } };
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

export type PostErrors = FormErrors<PostValues>;

/** Checks the values before sending, with the same rules as the database. */
export function postErrors(values: PostValues): PostErrors {
  const errors: PostErrors = {};
  if (charactersIn(values.title.trim()) < 3) errors.title = 'O título tem pelo menos 3 letras.';
  const slugWrong = values.slug.trim() === '' ? null : slugError(values.slug.trim());
  if (slugWrong) errors.slug = slugWrong;
  else if (values.slug.trim() === '' && values.title.trim() !== '' && slugOf(values.title, 80) === '')
    // Without a title there is nothing to make an address of yet; the title's own error says so.
    errors.slug = 'Escolha um endereço.';
  if (values.category_id === '') errors.category_id = 'Escolha uma categoria.';
  if (charactersIn(values.excerpt.trim()) < 10) errors.excerpt = 'O resumo tem pelo menos 10 letras.';
  if (charactersIn(values.author_name.trim()) < 2) errors.author_name = 'Diga quem escreveu.';
  for (const field of ['title', 'excerpt', 'author_name'] as const) {
    const unclean = textError(values[field]);
    if (unclean !== null) errors[field] = unclean;
  }
  return errors;
}

const rowOf = (values: PostValues) => ({
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
});

/** Outcome of a save. 'theirs': another administrator has saved the article meanwhile, and nothing was written. */
export type Change = { kind: 'saved'; updatedAt: string } | { kind: 'theirs'; saved: SavedPost };

/** Saves the whole article, unless it was changed since `base`. */
export async function changePost(id: string, values: PostValues, base: string): Promise<Answer<Change>> {
  const answer = await updateUnchanged('blog_posts', { id, updatedAt: base }, rowOf(values));
  if (answer.kind === 'ok') return { kind: 'ok', value: { kind: 'saved', updatedAt: answer.value } };
  if (answer.kind !== 'refused' || answer.hint !== 'changed_meanwhile') return answer;
  const asked = await askPost(id, new AbortController().signal);
  if (asked.kind !== 'ok') return asked;
  const { saved } = readPost(asked.value);
  if (!saved) return MISSING;
  // The stored article equals this one: an earlier attempt succeeded and its response was lost.
  if (sorted(rowOf(saved.values)) === sorted(rowOf(values)))
    return { kind: 'ok', value: { kind: 'saved', updatedAt: saved.updatedAt } };
  return { kind: 'ok', value: { kind: 'theirs', saved } };
}

/** Adds an article under an id made on this device; updates the article if an earlier attempt has added it. */
export async function addPost(id: string, values: PostValues): Promise<Answer<Change>> {
  const added = await insert('blog_posts', { id, ...rowOf(values) });
  const wasThere =
    added.kind === 'refused' && added.code === '23505' && (added.detail ?? '').includes('(id)');
  if (added.kind !== 'ok' && !wasThere) return added;
  const asked = await askPost(id, new AbortController().signal);
  const saved = asked.kind === 'ok' ? readPost(asked.value).saved : null;
  if (asked.kind !== 'ok' || !saved) return asked.kind === 'ok' ? MISSING : asked;
  if (wasThere) return changePost(id, values, saved.updatedAt);
  return { kind: 'ok', value: { kind: 'saved', updatedAt: saved.updatedAt } };
}

/** JSON text with sorted keys, for comparing two values. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** A slug must not look like an id, because content is looked up by slug or id. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Error text for a slug; null when it is valid. */
export function slugError(slug: string): string | null {
  if (!SLUG.test(slug) || ID.test(slug)) {
    return 'Use letras minúsculas sem acento, números e hífens, como aula-de-forro.';
  }
  return null;
}
