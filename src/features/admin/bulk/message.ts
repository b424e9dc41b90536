import { matchPath } from 'react-router-dom';
import { charactersIn, sendable } from '@/lib/sent-text';
import { textError } from '@/lib/typed-text';
import type { Message } from './bulk';
import type { Draft } from './draft';

export type MessageErrors = Partial<Record<'title' | 'body' | 'url', string>>;

/** The message that a draft sends. A link that is not a page of this site is left out. */
export function messageOf(draft: Draft, routes: readonly string[]): Message {
  return {
    title: sendable(draft.title),
    body: sendable(draft.body),
    url: sitePath(draft.url, location.origin, routes),
    role: draft.role || null,
    city_id: draft.city_id || null,
    dance_style_id: draft.dance_style_id || null,
  };
}

/** Checks a draft before sending, with the same rules as the server. */
export function messageErrors(draft: Draft, routes: readonly string[]): MessageErrors {
  const errors: MessageErrors = {};
  if (charactersIn(sendable(draft.title)) < 3) errors.title = 'O título tem pelo menos 3 letras.';
  if (charactersIn(sendable(draft.body)) < 3) errors.body = 'O texto tem pelo menos 3 letras.';
  if (draft.url.trim() !== '' && messageOf(draft, routes).url === null)
    errors.url = 'Este site não tem esta página. O link começa com /.';
  for (const field of ['title', 'body'] as const) {
    const unclean = textError(draft[field]);
    if (unclean !== null) errors[field] = unclean;
  }
  return errors;
}

/**
 * Reads a typed or pasted link as a path of this site; a full address of this site gives its path. Null for other
 * texts, and for a path that is not in `routes`.
 */
export function sitePath(written: string, origin: string, routes: readonly string[]): string | null {
  const text = written.trim();
  const isPath = text.startsWith('/') && !/^\/[/\\]/.test(text);
  if (/[\s\\]/.test(text) || text.length > 300 || !(isPath || text.startsWith(`${origin}/`))) return null;
  const { pathname, search, hash } = new URL(text, origin);
  return routes.some((path) => matchPath(path, pathname)) ? `${pathname}${search}${hash}` : null;
}
