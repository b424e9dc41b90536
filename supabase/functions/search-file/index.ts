/**
 * POST → { teachers, sections, written }: writes the search file of all shown teachers into the public bucket
 * search-files. Only the server may call it: the embedded backend's timer, or a cron on Supabase (hosting.md). Sections
 * first, then their names: a reader never finds a name without its file. Sections of the former file stay, for phones
 * that have just read their names, unless they show somebody who is no longer shown: those phones then read the rows
 * instead. Calls may run in parallel and be repeated.
 */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { secretKey, secretKeyOf } from '../_shared/keys.ts';
import { COLUMN_NAMES, type FileRow } from '../_shared/search-file/columns.ts';
import {
  BUCKET,
  cityOf,
  FILE_VERSION,
  type Newest,
  readNewest,
  readSection,
  type Section,
  splitByCity,
  writeSection,
} from '../_shared/search-file/format.ts';

const PAGE_ROWS = 2_000;
/** Seconds: named by its content, a section never changes. */
const FOR_EVER = '31536000, immutable';
/** Milliseconds for which no section is removed: a call that runs in parallel may be about to name it. */
const YOUNG = 60 * 60_000;
/** The same where somebody is no longer shown: longer than a call that runs in parallel takes. */
const JUST_STORED = 2 * 60_000;
/** The most objects that Storage lists at once. */
const LISTED = 1_000;
/** Sections sent at once. */
const AT_ONCE = 4;

const respond = (content: object, status = 200) =>
  Response.json(content, { status, headers: { 'Cache-Control': 'no-store' } });

const pageOfRows = z.object({
  epoch: z.string(),
  horizon: z.number(),
  rows: z.array(z.array(z.unknown())),
  last: z.string().nullable(),
  done: z.boolean(),
});

interface Listings extends Pick<Newest, 'epoch' | 'horizon'> {
  rows: FileRow[];
}

/** All shown teachers. Throws when a restore began another history meanwhile. */
async function readListings(client: SupabaseClient): Promise<Listings> {
  let read: Listings | null = null;
  let after: string | null = null;
  for (;;) {
    const { data, error } = await client.rpc('search_file_page', {
      columns: COLUMN_NAMES,
      after_id: after,
      page_size: PAGE_ROWS,
    });
    if (error) throw new Error(`search_file_page: ${error.message}`);
    const page = pageOfRows.parse(data);
    read ??= { epoch: page.epoch, horizon: page.horizon, rows: [] };
    if (page.epoch !== read.epoch) throw new Error('search_file_page: another history began');
    for (const values of page.rows)
      read.rows.push(Object.fromEntries(COLUMN_NAMES.map((name, place) => [name, values[place]])));
    if (page.done) return read;
    after = page.last;
  }
}

interface Written {
  section: Section;
  bytes: ArrayBuffer;
}

async function written(rows: readonly FileRow[]): Promise<Written> {
  const text = new Blob([writeSection(rows)]);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await text.arrayBuffer()));
  const hex = Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const packed = text.stream().pipeThrough(new CompressionStream('gzip'));
  return {
    section: { name: `${hex}.gz`, count: rows.length, cities: [...new Set(rows.map(cityOf))] },
    bytes: await new Response(packed).arrayBuffer(),
  };
}

interface Stored {
  name: string;
  created_at: string | null;
}

async function stored(client: SupabaseClient): Promise<Stored[]> {
  const { data, error } = await client.storage.from(BUCKET).list('', { limit: LISTED });
  if (error) throw new Error(`Storage listed nothing: ${error.message}`);
  return data;
}

async function store(client: SupabaseClient, { section, bytes }: Written): Promise<void> {
  const { error } = await client.storage.from(BUCKET).upload(section.name, bytes, {
    contentType: 'application/gzip',
    cacheControl: FOR_EVER,
    upsert: true,
  });
  if (error) throw new Error(`Storage took no section: ${error.message}`);
}

async function writeFiles(url: string, key: string) {
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const { epoch, horizon, rows } = await readListings(client);
  const sections: Written[] = [];
  for (const part of splitByCity(rows)) sections.push(await written(part));
  const [before, formerNames] = await Promise.all([stored(client), formerSections(client)]);
  const known = new Set(before.map(({ name }) => name));
  const fresh = sections.filter(({ section }) => !known.has(section.name));
  for (let from = 0; from < fresh.length; from += AT_ONCE)
    await Promise.all(fresh.slice(from, from + AT_ONCE).map((one) => store(client, one)));
  const newest: Newest = {
    version: FILE_VERSION,
    epoch,
    horizon,
    count: rows.length,
    sections: sections.map(({ section }) => section),
  };
  const { error } = await client.rpc('settle_search_file', { newest });
  if (error) throw new Error(`settle_search_file: ${error.message}`);
  const named = new Set(newest.sections.map(({ name }) => name));
  const former = formerNames.filter((name) => !named.has(name));
  const gone = await showsOthers(client, former, new Set(rows.map(({ id }) => String(id))));
  const kept = (name: string) => named.has(name) || (!gone && former.includes(name));
  const limit = Date.now() - (gone ? JUST_STORED : YOUNG);
  const others = before.filter(
    ({ name, created_at: at }) =>
      !kept(name) && (former.includes(name) || (at !== null && Date.parse(at) < limit)),
  );
  await removeSections(
    client,
    others.map(({ name }) => name),
  );
  return { teachers: rows.length, sections: sections.length, written: fresh.length };
}

/** The sections of the present file. */
async function formerSections(client: SupabaseClient): Promise<string[]> {
  const { data, error } = await client.rpc('newest_search_file');
  if (error) throw new Error(`newest_search_file: ${error.message}`);
  try {
    return data === null ? [] : readNewest(data).sections.map(({ name }) => name);
  } catch (problem) {
    // Of another version.
    console.warn('search-file: the former file is not known:', String(problem));
    return [];
  }
}

/** Whether one of these sections shows somebody who is not among the shown, or cannot be read. */
async function showsOthers(
  client: SupabaseClient,
  names: string[],
  shown: ReadonlySet<string>,
): Promise<boolean> {
  for (const name of names) {
    const { data, error } = await client.storage.from(BUCKET).download(name);
    if (error) {
      console.warn('search-file: a former section was not read:', error.message);
      return true;
    }
    const unpacked = data.stream().pipeThrough(new DecompressionStream('gzip'));
    if (readSection(await new Response(unpacked).json()).some(({ id }) => !shown.has(String(id))))
      return true;
  }
  return false;
}

async function removeSections(client: SupabaseClient, names: string[]) {
  if (names.length === 0) return;
  const { error } = await client.storage.from(BUCKET).remove(names);
  // The next call removes them.
  if (error) console.warn('search-file: former sections were not removed:', error.message);
}

Deno.serve(async (request) => {
  if (request.method !== 'POST') return respond({ code: 'method_not_allowed' }, 405);
  const key = await secretKeyOf(request);
  if (key === 'missing') return respond({ code: 'key_missing', message: 'this needs a secret key' }, 401);
  if (key === 'wrong') return respond({ code: 'key_wrong', message: 'this is no secret key' }, 403);
  try {
    return respond(await writeFiles((Deno.env.get('SUPABASE_URL') ?? '').trim(), secretKey()));
  } catch (error) {
    console.error('search-file:', error instanceof Error ? error.message : error);
    return respond({ code: 'unavailable', message: 'no file was written; it is tried again' }, 503);
  }
});
