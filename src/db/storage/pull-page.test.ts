import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPage } from '@/db/storage/pull-page';
import { logger } from '@/lib/logger';

const row = (id: string, fields: Record<string, unknown> = {}) => ({
  id,
  name: 'Vitória',
  active: true,
  _xid: 7,
  _deleted: false,
  ...fields,
});
const page = (rows: unknown[], fields: Record<string, unknown> = {}) => ({
  epoch: 'e',
  rows,
  checkpoint: { xid: 7, id: 'b' },
  done: true,
  total: null,
  ...fields,
});

beforeEach(() => {
  vi.spyOn(logger, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['lacks a field', row('b', { name: null })],
  ['has no id', row('b', { id: undefined })],
  ['is null', null],
])('a row that %s is left out and logged; the others and the checkpoint are read', (_, bad) => {
  const read = readPage('cities', page([row('a'), bad]));
  expect(read.rows).toEqual([{ deleted: false, xid: 7, row: { id: 'a', name: 'Vitória', active: true } }]);
  expect(read.checkpoint).toEqual({ xid: 7, id: 'b' });
  expect(logger.error).toHaveBeenCalledTimes(1);
});

test('a single changed row that cannot be read does not block the rows after it', () => {
  expect(readPage('cities', page([row('b', { name: 1 })]))).toMatchObject({
    rows: [],
    unread: [{ nameless: 1 }],
  });
});

test('a first page without one readable row is invalid, and never taken for an empty table', () => {
  expect(() => readPage('cities', page([row('a', { name: 1 })], { total: 1 }))).toThrow(TypeError);
});

test('rows without a checkpoint are invalid', () => {
  expect(() => readPage('cities', page([row('a')], { checkpoint: null }))).toThrow(TypeError);
});
