/**
 * The beginning of a first sync: the search file makes all teachers searchable, then their rows come as ever. A preview
 * is shown only when a pull has continued the file: it brings what changed since, also the removals, and tells whether
 * the file belongs to the server's present history.
 */

import type { TeacherRow } from '@/db/rows/public-rows';
import type { ListingEntry } from '@/db/search/entry';
import type { Previewed } from '@/db/search/previewed';
import { type PulledRow, readPage } from '@/db/storage/pull-page';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import type { FetchPage } from '../pull/fetch-page';
import type { RecordUpdater } from './record-updater';
import { type OpenedFile, openSearchFile } from './search-file';

/** Rows since the file. With more of them the file is old: the pull alone is then as good. */
const MOST_NEWER = 500;
/** After the last row of a transaction. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface Preview {
  record: RecordUpdater;
  fetchPage: FetchPage;
  /** The file as it was asked for when the round began. */
  opened: Promise<OpenedFile | null> | null;
  /** The id of the city that is shown before the others. */
  city: string | null;
  /** Only the listings of that city are shown. */
  low: boolean;
  signal: AbortSignal;
}

/** Rejects with RestFailure only when aborted; throws errors of the storage. Without a usable file it does nothing. */
export async function previewTeachers(preview: Preview): Promise<void> {
  await show(preview);
  if (preview.signal.aborted) throw new RestFailure('aborted', 'No longer wanted');
}

async function show(preview: Preview): Promise<void> {
  const { record, city, low } = preview;
  const { previewed } = record;
  const isEnough = previewed && (previewed.city === null || (low && previewed.city === city));
  if (isEnough && (await continued(preview, previewed))) return;
  // A phone that saves data and knows no own city searches on the server alone.
  const file = low && city === null ? null : await withNewer(preview);
  if (file) return record.showPreview(file.entries, file.newer.rows, file.newer);
  const left = record.previewed;
  if (left?.city && low) await continued(preview, left);
  else if (left?.city) await record.endPreview();
}

/** Brings an earlier preview up to date. False when it cannot be continued; then it ends. */
async function continued({ record, ...preview }: Preview, previewed: Previewed): Promise<boolean> {
  const newer = await newerThan(preview, previewed);
  if (newer === 'unreachable') return true;
  if (newer === 'another') {
    await record.endPreview();
    return false;
  }
  if (newer.rows.length > 0) await record.advancePreview(newer.rows, newer);
  return true;
}

interface Newer extends Previewed {
  rows: PulledRow<TeacherRow>[];
}

/** The file and what changed since; null without a file that can be used. */
async function withNewer(preview: Preview): Promise<{ entries: ListingEntry[]; newer: Newer } | null> {
  // Its sections may have been replaced while they were read: then there is a newer file.
  for (const ask of [
    () => preview.opened ?? openSearchFile(preview.signal),
    () => openSearchFile(preview.signal),
  ]) {
    try {
      const opened = await ask();
      return opened && (await readWith(opened, preview));
    } catch (error) {
      if (preview.signal.aborted) return null;
      logger.info('Search file not read', error);
    }
  }
  return null;
}

async function readWith(
  opened: OpenedFile,
  preview: Preview,
): Promise<{ entries: ListingEntry[]; newer: Newer } | null> {
  const { city, low, record } = preview;
  const { epoch, horizon } = opened.newest;
  const checkpoint = { xid: horizon - 1, id: LAST_ID };
  const asked = newerThan(preview, { epoch, checkpoint, city: low ? city : null });
  if (low && city !== null) return together(await opened.readCity(city), await asked);
  let shown: Promise<void> = Promise.resolve();
  const showFirst = async (first: string, entries: ListingEntry[]) => {
    const newer = await asked;
    if (typeof newer !== 'string')
      await record.showCity(entries, ofCity(newer.rows, first), { ...newer, city: first });
  };
  const entries = await opened.read(city, (first, ofFirst) => {
    shown = showFirst(first, ofFirst);
    // Awaited below, unless another section cannot be read.
    shown.catch(() => undefined);
  });
  await shown;
  return together(entries, await asked);
}

const together = (entries: ListingEntry[], newer: Newer | string) =>
  typeof newer === 'string' ? null : { entries, newer };

/** The rows as they look to a phone that keeps one city: a teacher elsewhere has left it. */
function ofCity(rows: PulledRow<TeacherRow>[], city: string | null): PulledRow<TeacherRow>[] {
  if (city === null) return rows;
  return rows.map((one) =>
    one.deleted || one.row.city_id === city ? one : { deleted: true, xid: one.xid, id: one.row.id },
  );
}

/**
 * The rows that changed after a checkpoint of that epoch. 'another': the server has another history, or too much has
 * changed.
 */
async function newerThan(
  { fetchPage, signal }: Pick<Preview, 'fetchPage' | 'signal'>,
  { epoch, checkpoint: after, city }: Previewed,
): Promise<Newer | 'another' | 'unreachable'> {
  try {
    const page = readPage('teachers', await fetchPage('teachers', after, signal, MOST_NEWER), after);
    if (page.epoch !== epoch || !page.done || page.unread.length > 0) return 'another';
    return { epoch, checkpoint: page.checkpoint ?? after, city, rows: ofCity(page.rows, city) };
  } catch (error) {
    // The pull that follows meets the same fault, and reports it.
    logger.info('Newer rows were not pulled', error);
    return 'unreachable';
  }
}
