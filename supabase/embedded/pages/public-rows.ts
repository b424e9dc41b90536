import type { PublicRows } from './renderer.ts';

const PAGE = 500;

type Row = Record<string, unknown>;

/** Everything public that pages are drawn from, as any visitor reads it. Throws when the backend does not answer. */
export async function readPublicRows(url: string, key: string): Promise<PublicRows> {
  const [teachers, cities, danceStyles, content] = await Promise.all([
    readAll(url, key, 'teacher_listings', { select: '*', order: 'rank.asc' }),
    readAll(url, key, 'cities', { select: 'id,name,active', order: 'name.asc' }),
    readAll(url, key, 'dance_styles', { select: 'id,name,active', order: 'name.asc' }),
    readAll(url, key, 'content_items', {
      select: 'id,kind,slug,sort_key,updated_at,data',
      order: 'kind.asc,sort_key.asc,id.asc',
    }),
  ]);
  return { teachers, cities: cities.map(named), danceStyles: danceStyles.map(named), content };
}

const named = ({ id, name, active }: Row): [string, string, boolean] => [
  String(id),
  String(name),
  active === true,
];

async function readAll(
  url: string,
  key: string,
  table: string,
  query: Record<string, string>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = new URLSearchParams({
      ...query,
      _deleted: 'is.false',
      offset: String(rows.length),
      limit: String(PAGE),
    });
    const answer = await fetch(`${url}/rest/v1/${table}?${page}`, {
      headers: { apikey: key, authorization: `Bearer ${key}`, accept: 'application/json' },
    });
    if (!answer.ok) throw new Error(`${table}: the backend answered ${answer.status}`);
    const part: unknown = await answer.json();
    if (!Array.isArray(part)) throw new Error(`${table}: not a list`);
    rows.push(...(part as Row[]));
    if (part.length < PAGE) return rows;
  }
}
