/**
 * The least that a first sync can be: fetch the pages of the pull procedure one after another and
 * put their rows.
 */
import Dexie, { type Table } from 'dexie';
import { env } from '@/lib/env';
import { PageSize } from '@/sync/pull/page-size';

export interface CopyTimes {
  rows: number;
  /** Milliseconds from the first request to the last row stored. */
  total: number;
  /** Part of the total spent waiting for the server and parsing its JSON. */
  fetching: number;
}

interface Page {
  rows: { id: string; _xid: number }[];
  checkpoint: { xid: number; id: string } | null;
  done: boolean;
}

export async function copyTeachers(): Promise<CopyTimes> {
  const database = new Dexie(`floor-${crypto.randomUUID()}`);
  // The replica has the same two indexes: by id, and in the order of the checkpoint.
  database.version(1).stores({ teachers: 'id, [_xid+id]' });
  await database.open();
  const teachers: Table = database.table('teachers');
  const times = { rows: 0, total: 0, fetching: 0 };
  const size = new PageSize();
  const began = performance.now();
  let after: Page['checkpoint'] = null;
  for (;;) {
    const asked = performance.now();
    const page = await fetchPage(after, size.rows);
    const took = performance.now() - asked;
    size.came(took);
    times.fetching += took;
    await teachers.bulkPut(page.rows);
    times.rows += page.rows.length;
    after = page.checkpoint;
    if (page.done) break;
  }
  times.total = performance.now() - began;
  await database.delete();
  return times;
}

async function fetchPage(after: Page['checkpoint'], size: number): Promise<Page> {
  const response = await fetch(`${env.supabaseUrl}/rest/v1/rpc/pull_teachers`, {
    method: 'POST',
    headers: {
      apikey: env.supabaseAnonKey,
      authorization: `Bearer ${env.supabaseAnonKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ after_xid: after?.xid ?? null, after_id: after?.id ?? null, page_size: size }),
  });
  if (!response.ok) throw new Error(`pull_teachers: ${response.status}`);
  return (await response.json()) as Page;
}
