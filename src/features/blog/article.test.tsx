import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeText } from '@/lib/stored';
import { syncStatus } from '@/sync/status';
import { keep, readKept } from './article-kept';
import { relatedTo } from './lists';
import { useArticle } from './queries';
import type { Article } from './schema';

const article = (n: number, body: unknown = { type: 'doc', content: [] }): Article => ({
  id: String(n),
  slug: `artigo-${n}`,
  title: `Artigo ${n}`,
  excerpt: 'Resumo',
  coverUrl: null,
  coverAlt: '',
  authorName: 'Equipe',
  publishedAt: '2026-11-01T12:00:00Z',
  readingMinutes: 2,
  revision: 'um',
  category: { name: 'Estilos', slug: 'estilos', position: 1 },
  body,
});
const row = (n: number, revision = 'um') => ({
  id: String(n),
  slug: `artigo-${n}`,
  title: `Artigo ${n}`,
  excerpt: 'Resumo',
  cover_url: null,
  cover_alt: '',
  author_name: 'Equipe',
  published_at: '2026-11-01T12:00:00Z',
  reading_minutes: 2,
  revision,
  category: { name: 'Estilos', slug: 'estilos', position: 1 },
  body: { type: 'doc', content: [] },
});

let answer: () => Promise<Response>;
let asked = 0;
// A hook that stays mounted would request and store its article when the next test goes online.
afterEach(cleanup);
beforeEach(() => {
  asked = 0;
  syncStatus.setState({ connection: 'online' });
  globalThis.fetch = (async () => {
    asked += 1;
    return answer();
  }) as typeof fetch;
  vi.spyOn(console, 'info').mockReturnValue(undefined);
});
const open = (revision: string | null | undefined) =>
  renderHook(() => useArticle('artigo-1', revision)).result;

test('an article is read from the server once, and kept', async () => {
  answer = async () => Response.json(row(1));
  const result = open('um');
  expect(result.current.status).toBe('loading');
  await waitFor(() => expect(result.current.data?.title).toBe('Artigo 1'));
  expect(readKept('artigo-1')).toEqual(article(1));
  // No second request while the list is loading, or when the list has the same revision.
  for (const revision of ['um', undefined]) expect(open(revision).current.status).toBe('ready');
  expect(asked).toBe(1);
});

test('a kept article shows at once, and a newer revision replaces it', async () => {
  keep(article(1));
  answer = async () => Response.json(row(1, 'dois'));
  const result = open('dois');
  expect(result.current.data?.revision).toBe('um');
  await waitFor(() => expect(result.current.data?.revision).toBe('dois'));
});

test('an article that is no longer public is deleted from the phone', async () => {
  keep(article(1));
  answer = async () => Response.json(null);
  const result = open(null);
  await waitFor(() => expect(result.current.status).toBe('missing'));
  expect(readKept('artigo-1')).toBeNull();
});

test('offline, a kept article is shown, and any other one waits for a connection', async () => {
  syncStatus.setState({ connection: 'offline' });
  answer = async () => Response.json(row(1));
  const result = open(null);
  expect(result.current.status).toBe('unavailable');
  expect(asked).toBe(0);
  act(() => syncStatus.setState({ connection: 'online' }));
  await waitFor(() => expect(result.current.status).toBe('ready'));
  act(() => syncStatus.setState({ connection: 'offline' }));
  expect(open(null).current.status).toBe('ready');
});

test('a refusal of the server shows an error with a retry', async () => {
  answer = async () => Response.json({ message: 'down' }, { status: 500 });
  const result = open(null);
  await waitFor(() => expect(result.current.status).toBe('failed'));
  answer = async () => Response.json({ ...row(1), category: null });
  act(() => result.current.retry());
  await waitFor(() => expect(asked).toBe(2));
  await waitFor(() => expect(result.current.status).toBe('failed'));
  answer = async () => Response.json(row(1));
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.status).toBe('ready'));
});

test('the phone keeps the most recently opened articles that fit', () => {
  const long = { type: 'doc', content: ['x'.repeat(150_000)] };
  for (let n = 1; n <= 5; n++) keep(article(n, long));
  expect([1, 2, 3, 4, 5].map((n) => readKept(`artigo-${n}`)?.id ?? null)).toEqual([
    null,
    null,
    '3',
    '4',
    '5',
  ]);
  writeText('danceflix_cache_articles', '{"version":1,"articles":[{"slug":"artigo-1"},7]}');
  expect(readKept('artigo-1')).toBeNull();
});

test('related articles are of the same category first, and never the article itself', () => {
  const far = { ...article(2), category: { name: 'Treino', slug: 'treino', position: 2 } };
  expect(relatedTo(article(1), [article(1), far, article(3), article(4)], 3).map(({ id }) => id)).toEqual([
    '3',
    '4',
    '2',
  ]);
});
