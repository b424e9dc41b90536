/** Pulls with the procedure and the page sizes that feed the app's replica. */

import type { Checkpoint } from '@/db/rows/checkpoint';
import type { TeacherRow } from '@/db/rows/public-rows';
import { type PulledRow, readPage } from '@/db/storage/pull-page';
import { callProcedure } from '@/lib/rest';
import { PageSize } from '@/sync/pull/page-size';

export type PulledTeacher = PulledRow<TeacherRow>;

export interface PulledPage {
  rows: PulledTeacher[];
  checkpoint: Checkpoint | null;
  done: boolean;
}

/**
 * Fetches page after page behind `after`; the next one is requested when `store` has stored the one
 * before.
 */
export async function pullTeachers(
  after: Checkpoint | null,
  store: (page: PulledPage) => Promise<void>,
): Promise<void> {
  const { signal } = new AbortController();
  const size = new PageSize();
  let from = after;
  for (;;) {
    const asked = performance.now();
    const answer = await callProcedure(
      'pull_teachers',
      { after_xid: from?.xid ?? null, after_id: from?.id ?? null, page_size: size.rows },
      signal,
    );
    size.came(performance.now() - asked);
    const { rows, checkpoint, done } = readPage('teachers', answer);
    from = checkpoint ?? from;
    await store({ rows, checkpoint: from, done });
    if (done) return;
  }
}

/** Runs one pull at a time; calls during a pull share one more pull after it. */
export function serially(pull: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = async () => {
    running = true;
    do {
      again = false;
      await pull();
    } while (again);
    running = false;
  };
  return () => {
    if (running) again = true;
    else void run();
  };
}
