/**
 * The least that a page can do that holds the whole catalogue on the phone: fetch the same pages,
 * parse them, build one record, store it, draw twelve plain rows. There is no framework, no row
 * outside the record, no picture, no second tab.
 */

import type { ListingEntry } from '@/db/search/entry';
import { SearchIndex } from '@/db/search/search-index';
import type { SearchRecord } from '@/db/search/search-record';
import { readRecord } from '@/db/search/search-record-store';
import { env } from '@/lib/env';
import { callProcedure } from '@/lib/rest';
import { fold } from '@/lib/text';
import { foundText } from '../../found-text.ts';
import { registerWorker, tellSynced } from '../../rivals/shared/tell';

export type FromWorker =
  | { type: 'record'; record: SearchRecord; times: RecordTimes }
  | { type: 'changes'; entries: ListingEntry[]; removed: string[] };

/** Milliseconds. */
export interface RecordTimes {
  /** From the first request to the stored record. */
  total: number;
  fetching: number;
  parsing: number;
  building: number;
  storing: number;
}

declare global {
  interface Window {
    recordTimes?: RecordTimes;
  }
}

const ROWS = 12;
const input = document.querySelector('input');
const list = document.querySelector('ul');
const status = document.querySelector('[role="status"]');
let index = new SearchIndex();

function draw(total: number, teachers: { name: string; about: string }[]): void {
  if (status) status.textContent = foundText(total);
  list?.replaceChildren(
    ...teachers.map(({ name, about }) => {
      const row = document.createElement('article');
      const title = document.createElement('h3');
      const text = document.createElement('p');
      title.append(name);
      text.append(about);
      row.append(title, text);
      return row;
    }),
  );
}

function drawFound(): void {
  const query = { name: fold(input?.value ?? ''), cityIds: null, styleIds: null };
  const { total, entries } = index.search(query, 0, ROWS);
  draw(
    total,
    entries.map(({ face: [name, , , bio] }) => ({ name, about: bio ?? '' })),
  );
}

async function drawFromServer(): Promise<void> {
  const answer = await callProcedure(
    'search_teachers_with_filters_cached',
    { page_number: 1, items_per_page: ROWS },
    new AbortController().signal,
  );
  const { teachers, total_count } = answer as {
    teachers: { name: string; bio: string | null }[];
    total_count: number;
  };
  if (index.size === 0)
    draw(
      total_count,
      teachers.map(({ name, bio }) => ({ name, about: bio ?? '' })),
    );
}

function listen(onHint: () => void): void {
  const socket = new WebSocket(
    `${env.supabaseUrl.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${env.supabaseAnonKey}&vsn=1.0.0`,
  );
  socket.onopen = () => {
    socket.send(
      JSON.stringify({
        topic: 'realtime:public:changes',
        event: 'phx_join',
        payload: {
          config: { broadcast: { self: false }, presence: { key: '' }, postgres_changes: [], private: true },
        },
        ref: '1',
        join_ref: '1',
      }),
    );
  };
  socket.onmessage = ({ data }) => {
    const { event, payload } = JSON.parse(String(data)) as { event: string; payload?: { event?: string } };
    if (event === 'broadcast' && payload?.event === 'teachers') onHint();
  };
}

const stored = await readRecord();
if (stored) {
  index = new SearchIndex(stored);
  drawFound();
} else {
  void drawFromServer();
}
input?.addEventListener('input', drawFound);

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
  if (data.type === 'record') {
    index = new SearchIndex(data.record);
    window.recordTimes = data.times;
  } else {
    index.apply(data.entries, data.removed);
  }
  drawFound();
  tellSynced();
};
worker.postMessage('pull');
requestAnimationFrame(() =>
  setTimeout(() => {
    registerWorker();
    listen(() => worker.postMessage('pull'));
  }),
);
