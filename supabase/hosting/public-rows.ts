import { isDeepStrictEqual } from 'node:util';
import type { PublicRows } from './renderer.ts';

const PAGE = 500;

type Row = Record<string, unknown>;

/**
 * Reads all public rows that pages are rendered from, as a visitor. Throws when the backend does not respond.
 * `before`: earlier rows, whose texts of unchanged articles are reused.
 */
export async function readPublicRows(url: string, key: string, before?: PublicRows): Promise<PublicRows> {
  const [teachers, cities, danceStyles, content, pictures] = await Promise.all([
    readAll(url, key, 'teacher_listings', { select: '*', order: 'rank.asc' }),
    readAll(url, key, 'cities', { select: 'id,name,active', order: 'name.asc' }),
    readAll(url, key, 'dance_styles', { select: 'id,name,active', order: 'name.asc' }),
    readAll(url, key, 'content_items', {
      select: 'id,kind,slug,sort_key,updated_at,data',
      order: 'kind.asc,sort_key.asc,id.asc',
    }),
    readPages(url, key, 'share_pictures', { select: 'id,version', order: 'id.asc' }),
  ]);
  return {
    ...{ teachers, content, cities: cities.map(named), danceStyles: danceStyles.map(named) },
    sharePictures: pictures.map(({ id, version }) => [String(id), String(version)]),
    articles: await readArticles(url, key, content, before?.articles ?? []),
  };
}

/** Parallel requests to the backend. */
const AT_A_TIME = 8;

/** The listed posts with their texts; a post that was withdrawn meanwhile is left out. */
async function readArticles(
  url: string,
  key: string,
  content: readonly Row[],
  before: readonly Row[],
): Promise<Row[]> {
  const known = new Map(before.map((article) => [article.slug, article]));
  const posts = content.filter(({ kind }) => kind === 'blog');
  const articles: Row[] = [];
  for (let first = 0; first < posts.length; first += AT_A_TIME) {
    const some = posts.slice(first, first + AT_A_TIME).map(({ id, slug, data }) => {
      const kept = known.get(slug);
      const isSame =
        kept !== undefined && isDeepStrictEqual({ ...(data as Row), id, slug, body: kept.body }, kept);
      return isSame ? kept : readArticle(url, key, String(slug));
    });
    articles.push(...(await Promise.all(some)).filter((article) => article !== null));
  }
  return articles;
}

async function readArticle(url: string, key: string, slug: string): Promise<Row | null> {
  const answer = await fetch(`${url}/rest/v1/rpc/blog_post`, {
    method: 'POST',
    headers: { ...headersOf(key), 'content-type': 'application/json' },
    body: JSON.stringify({ post_slug: slug }),
  });
  if (!answer.ok) throw new Error(`blog_post: the backend answered ${answer.status}`);
  return (await answer.json()) as Row | null;
}

const headersOf = (key: string) => ({
  apikey: key,
  authorization: `Bearer ${key}`,
  accept: 'application/json',
});

const named = ({ id, name, active }: Row): [string, string, boolean] => [
  String(id),
  String(name),
  active === true,
];

/** The rows of a replicated table without tombstones. */
function readAll(url: string, key: string, table: string, query: Record<string, string>): Promise<Row[]> {
  return readPages(url, key, table, { ...query, _deleted: 'is.false' });
}

async function readPages(
  url: string,
  key: string,
  table: string,
  query: Record<string, string>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = new URLSearchParams({
      ...query,
      offset: String(rows.length),
      limit: String(PAGE),
    });
    const answer = await fetch(`${url}/rest/v1/${table}?${page}`, {
      headers: headersOf(key),
    });
    if (!answer.ok) throw new Error(`${table}: the backend answered ${answer.status}`);
    const part: unknown = await answer.json();
    if (!Array.isArray(part)) throw new Error(`${table}: not a list`);
    rows.push(...(part as Row[]));
    if (part.length < PAGE) return rows;
  }
}
