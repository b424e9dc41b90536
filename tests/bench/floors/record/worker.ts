/**
 * Fetches, parses and builds the record; later pulls send the page only the changes, and store the
 * record again.
 */

import type { Checkpoint } from '@/db/rows/checkpoint';
import type { TeacherRow } from '@/db/rows/public-rows';
import { allEntries } from '@/db/search/all-listings';
import { encodeRecord } from '@/db/search/encode-record';
import { type ListingEntry, rankOf } from '@/db/search/entry';
import { writeRecord } from '@/db/search/keep-record';
import { SearchIndex } from '@/db/search/search-index';
import { readRecord } from '@/db/search/search-record-store';
import { toEntry } from '@/db/search/to-entry';
import { readPage } from '@/db/storage/pull-page';
import { env } from '@/lib/env';
import { PageSize } from '@/sync/pull/page-size';
import { serially } from '../../rivals/shared/pull';
import type { FromWorker, RecordTimes } from './main';

const tell = (message: FromWorker) => postMessage(message);

async function fetchPage(after: Checkpoint | null, size: PageSize, times: RecordTimes) {
  const asked = performance.now();
  const response = await fetch(`${env.supabaseUrl}/rest/v1/rpc/pull_teachers`, {
    method: 'POST',
    headers: {
      apikey: env.supabaseAnonKey,
      authorization: `Bearer ${env.supabaseAnonKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      after_xid: after?.xid ?? null,
      after_id: after?.id ?? null,
      page_size: size.rows,
    }),
  });
  const text = await response.text();
  const came = performance.now();
  const page = readPage('teachers', JSON.parse(text));
  size.came(came - asked);
  times.fetching += came - asked;
  times.parsing += performance.now() - came;
  return page;
}

async function pullAll(after: Checkpoint | null, times: RecordTimes) {
  const rows: TeacherRow[] = [];
  const removed: string[] = [];
  const size = new PageSize();
  let checkpoint = after;
  let epoch = '';
  for (;;) {
    const page = await fetchPage(checkpoint, size, times);
    for (const row of page.rows) {
      if (row.deleted) removed.push(row.id);
      else rows.push(row.row);
    }
    epoch = page.epoch;
    checkpoint = page.checkpoint ?? checkpoint;
    if (page.done) return { rows, removed, checkpoint, epoch };
  }
}

const pull = serially(async () => {
  const times: RecordTimes = { total: 0, fetching: 0, parsing: 0, building: 0, storing: 0 };
  const began = performance.now();
  const stored = await readRecord();
  const { rows, removed, checkpoint, epoch } = await pullAll(stored?.checkpoint ?? null, times);
  const fetched = performance.now();
  if (stored && rows.length + removed.length === 0) return tell({ type: 'changes', entries: [], removed });
  let entries: ListingEntry[] = rows.map(toEntry);
  if (stored) {
    tell({ type: 'changes', entries, removed });
    const index = new SearchIndex(stored);
    index.apply(entries, removed);
    entries = await allEntries(index, () => undefined);
  } else {
    const ranked = entries.map((entry) => ({ entry, rank: rankOf(entry) }));
    entries = ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ entry }) => entry);
  }
  const head = { epoch, checkpoint, cities: [], danceStyles: [], builtAt: Date.now() };
  const record = await encodeRecord(entries, head);
  times.building = performance.now() - fetched;
  const built = performance.now();
  await writeRecord(record);
  times.storing = performance.now() - built;
  times.total = performance.now() - began;
  if (!stored) tell({ type: 'record', record, times });
});

addEventListener('message', pull);
