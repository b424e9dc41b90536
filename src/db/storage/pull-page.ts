/** Reads the response of a pull procedure. */

import { type Checkpoint, isAfter, START, sameCheckpoint } from '@/db/rows/checkpoint';
import { COLLECTION, type Row, type RowTypes } from '@/db/rows/collections';
import { type Fields, isCount, isFlag, isText } from '@/db/rows/row-check';
import { logger } from '@/lib/logger';
import type { UnreadSpan } from './unread';

/** A live row, or the tombstone of a removed one. */
export type PulledRow<R extends Row = Row> =
  | { deleted: false; xid: number; row: R }
  | { deleted: true; xid: number; id: string };

export interface PullPage<R extends Row = Row> {
  epoch: string;
  rows: PulledRow<R>[];
  checkpoint: Checkpoint | null;
  done: boolean;
  /** Live rows on the server; on a first page only. */
  total: number | null;
  /** Every transaction below it is in this response; null where the server does not tell. */
  horizon: number | null;
  /** The positions of rows that could not be read. */
  unread: UnreadSpan[];
}

/**
 * Reads a pull procedure's response for the rows after `after`. Throws TypeError when it has another shape. A single
 * unreadable row is logged and its position returned in `unread`: it must not keep later changes from the phone.
 */
export function readPage<N extends keyof RowTypes>(
  name: N,
  answer: unknown,
  after: Checkpoint | null = null,
): PullPage<RowTypes[N]> {
  const page = answer as Fields | null;
  if (!page || !isText(page.epoch) || !Array.isArray(page.rows) || !isFlag(page.done)) {
    throw new TypeError(`pull_${name}: not a page`);
  }
  const checkpoint = readCheckpoint(name, page.checkpoint);
  if (page.rows.length > 0 && checkpoint === null) throw new TypeError(`pull_${name}: rows, no checkpoint`);
  const total = isCount(page.total) ? page.total : null;
  const { rows, unread } = readRows(name, page.rows, after ?? START, checkpoint ?? after ?? START);
  // A first page with only unreadable rows is another table, and must not count as an empty one.
  if (total !== null && page.rows.length > 0 && rows.length === 0)
    throw new TypeError(`pull_${name}: not rows`);
  const horizon = isCount(page.horizon) ? page.horizon : null;
  return { epoch: page.epoch, rows, checkpoint, done: page.done, total, horizon, unread };
}

/** Rows of a hint, and the part of the collection that they are the whole of; null where the server does not tell. */
export interface HintPage<R extends Row = Row> {
  epoch: string;
  rows: PulledRow<R>[];
  range: { after: Checkpoint; checkpoint: Checkpoint } | null;
}

/**
 * Reads the content of a hint: rows as a pull would send them, and their epoch. Null when it has none, when one of them
 * cannot be read, or when they are not those of the range: the collection is pulled then.
 */
export function readHint<N extends keyof RowTypes>(name: N, content: unknown): HintPage<RowTypes[N]> | null {
  const { epoch, rows: sent, after, checkpoint } = (content ?? {}) as Fields;
  if (!isText(epoch) || !Array.isArray(sent) || sent.length === 0) return null;
  const read = sent.map((fields) => readRow(name, fields as Fields | null));
  const rows = read.filter((row) => row !== null);
  if (rows.length < read.length) return null;
  if (after === undefined && checkpoint === undefined) return { epoch, rows, range: null };
  const range = { after: placeIn(after), checkpoint: placeIn(checkpoint) };
  if (!range.after || !range.checkpoint) return null;
  let last = range.after;
  for (const row of rows) {
    const place = { xid: row.xid, id: row.deleted ? row.id : row.row.id };
    if (!isAfter(place, last)) return null;
    last = place;
  }
  return sameCheckpoint(last, range.checkpoint)
    ? { epoch, rows, range: { after: range.after, checkpoint: range.checkpoint } }
    : null;
}

function readRows<N extends keyof RowTypes>(
  name: N,
  sent: readonly unknown[],
  after: Checkpoint,
  end: Checkpoint,
): { rows: PulledRow<RowTypes[N]>[]; unread: UnreadSpan[] } {
  const rows: PulledRow<RowTypes[N]>[] = [];
  const unread: UnreadSpan[] = [];
  let last = after;
  let span: UnreadSpan | null = null;
  for (const fields of sent as readonly (Fields | null)[]) {
    const read = readRow(name, fields);
    const place = placeOf(fields, end);
    if (read !== null) {
      if (span) unread.push({ ...span, to: place ?? span.to });
      span = null;
      rows.push(read);
    } else {
      logger.error(`pull_${name}: a row cannot be read`, fields?.id);
      span ??= { from: last, to: end, ids: [], nameless: 0 };
      if (place) span.ids.push(place.id);
      else span.nameless += 1;
    }
    if (place) last = place;
  }
  if (span) unread.push(span);
  return { rows, unread };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The position of a page's row in its table; null when that is unreadable too. */
function placeOf(fields: Fields | null, end: Checkpoint): Checkpoint | null {
  const place = placeIn({ xid: fields?._xid, id: fields?.id });
  return place && isAfter(place, end) ? null : place;
}

function placeIn(value: unknown): Checkpoint | null {
  const { id, xid } = (value ?? {}) as Fields;
  return isText(id) && UUID.test(id) && isCount(xid) ? { xid, id } : null;
}

/** Null when the value is not such a row. */
export function readRow<N extends keyof RowTypes>(
  name: N,
  fields: Fields | null,
): PulledRow<RowTypes[N]> | null {
  if (!fields || !isText(fields.id) || !isCount(fields._xid)) return null;
  if (fields._deleted === true) return { deleted: true, xid: fields._xid, id: fields.id };
  if (!COLLECTION[name].check(fields)) return null;
  const { _xid, _deleted, ...row } = fields;
  return { deleted: false, xid: fields._xid, row: row as unknown as RowTypes[N] };
}

function readCheckpoint(name: string, value: unknown): Checkpoint | null {
  if (value === null || value === undefined) return null;
  const { xid, id } = value as Fields;
  if (!isCount(xid) || !isText(id)) throw new TypeError(`pull_${name}: not a checkpoint`);
  return { xid, id };
}

/** Row comparison as in SQL: (xid, id). */
