import { expect, test } from 'vitest';
import type { NotebookRow } from '@/db/rows/notebook-fields';
import type { Versioned } from '@/db/rows/row-check';
import type { StoredCommand } from '@/outbox/stored-command';
import { marksOf, reviewsOf } from './marks';

const AT = '2026-11-26T12:00:00.000Z';
const held = (state: 'learning' | 'known', version = 5): Versioned<NotebookRow> => ({
  id: 'm',
  kind: 'mark',
  version,
  data: { step: 'forro-base', state, at: AT },
});
const command = (kind: string, id: string, payload: object, status = 'queued', ack: object | null = null) =>
  ({ id, kind, entity: { table: '', id }, payload, status, ack, createdAt: 0 }) as unknown as StoredCommand;
const mark = (state: 'learning' | 'known' | null, status?: string, ack?: object) =>
  command('step.mark', `c-${state}`, { step: 'forro-base', state, at: AT }, status, ack);
const stateOf = (rows: Versioned<NotebookRow>[], commands: StoredCommand[]) =>
  marksOf(rows, commands).get('forro-base')?.state;

test('the last mark is shown at once, until the row has caught up with it', () => {
  expect(stateOf([held('learning')], [mark('known')])).toBe('known');
  expect(stateOf([held('learning')], [mark('known'), mark(null)])).toBeNull();
  const delivered = mark('known', 'delivered', { version: 6, answer: {}, at: 0, settled: false });
  expect(stateOf([held('learning')], [delivered])).toBe('known');
  expect(stateOf([held('learning', 6)], [delivered])).toBe('learning');
});

test('a mark that the server refused is not shown as made, and its refusal is', () => {
  const refused = mark('known', 'rejected');
  expect(marksOf([held('learning')], [refused]).get('forro-base')).toMatchObject({
    state: 'learning',
    write: refused,
  });
  expect(marksOf([], [refused]).get('forro-base')?.state).toBeNull();
});

test('a review counts once: waiting, delivered, and when its row is here', () => {
  const payload = { step: 'forro-base', rating: 3, at: AT };
  const row: Versioned<NotebookRow> = {
    id: 'w',
    kind: 'review',
    version: 9,
    data: { ...payload, rating: 3 },
  };
  const ack = { version: 9, answer: {}, at: 0, settled: false };
  expect(reviewsOf([], [command('step.review', 'w', payload)])).toHaveLength(1);
  expect(reviewsOf([], [command('step.review', 'w', payload, 'delivered', ack)])).toHaveLength(1);
  expect(reviewsOf([row], [command('step.review', 'w', payload, 'delivered', ack)])).toEqual([
    { ...payload, id: 'w' },
  ]);
  expect(reviewsOf([], [command('step.review', 'w', payload, 'rejected')])).toEqual([]);
});
