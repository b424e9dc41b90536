import type { Context } from 'hono';
import { z } from 'zod';
import { actAs, bearerToken, claimsOfToken } from './claims.ts';
import type { Database } from './database.ts';
import type { Keys } from './keys.ts';

const listing = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().min(1).max(1000).default(100),
  offset: z.number().int().min(0).default(0),
  search: z.string().default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']).catch('name'),
      order: z.enum(['asc', 'desc']).catch('asc'),
    })
    .partial()
    .default({}),
});

interface Entry {
  name: string;
  id: string | null;
  created_at: string | null;
  updated_at: string | null;
  last_accessed_at: string | null;
  metadata: unknown;
}

/**
 * Lists one level of a bucket, with relative names and folders as entries without id, like hosted Supabase;
 * @supabase/lite lists all objects below with their full paths. Policies decide what the caller sees.
 */
export async function listObjects(
  c: Context,
  options: { database: Database; keys: Keys },
): Promise<Response> {
  const token = bearerToken(c.req.header('authorization')) ?? c.req.header('apikey') ?? '';
  const known = await claimsOfToken(token, options.keys);
  if (known.kind === 'refused')
    return c.json({ statusCode: '403', error: 'Unauthorized', message: known.reason }, 400);
  const asked = listing.safeParse(await c.req.json().catch(() => null));
  if (!asked.success) return c.json({ statusCode: '400', error: 'invalid', message: 'Invalid listing' }, 400);
  const { prefix, search, limit, offset, sortBy } = asked.data;
  const folder = prefix === '' ? '' : `${prefix.replace(/^\/+|\/+$/g, '')}/`;

  const rows = await options.database.transaction(async (tx) => {
    await actAs(tx, known.claims);
    return tx.query<Entry>(
      `select id, name, created_at, updated_at, last_accessed_at, metadata from storage.objects
       where bucket_id = $1 and starts_with(name, $2) order by name`,
      [c.req.param('bucket'), folder],
    );
  });
  const found = level(rows, folder).filter(({ name }) => name.toLowerCase().startsWith(search.toLowerCase()));
  const column = sortBy.column ?? 'name';
  found.sort((a, b) => (a[column] ?? '').localeCompare(b[column] ?? ''));
  if (sortBy.order === 'desc') found.reverse();
  return c.json(found.slice(offset, offset + limit));
}

function level(rows: readonly Entry[], folder: string): Entry[] {
  const entries = new Map<string, Entry>();
  for (const row of rows) {
    const [name = '', ...below] = row.name.slice(folder.length).split('/');
    if (below.length === 0) entries.set(name, { ...row, name });
    else if (!entries.has(name)) {
      const nothing = {
        id: null,
        created_at: null,
        updated_at: null,
        last_accessed_at: null,
        metadata: null,
      };
      entries.set(name, { name, ...nothing });
    }
  }
  return [...entries.values()];
}
