import { describe, expect, it } from 'vitest';
import type { MarkRow } from '@/db/rows/own-rows';
import type { RawCommand } from '@/outbox/command';
import type { StoredCommand } from '@/outbox/stored-command';
import { changeTime, favouriteIds } from './overlay';

const mark = (person_id: string, part: Partial<MarkRow> = {}): MarkRow => ({
  id: `mark-${person_id}`,
  kind: 'favourite',
  person_id,
  name: null,
  wished_at: '2026-11-20T12:00:00Z',
  ...part,
});

let seq = 0;
function wish(teacherId: string, wanted: boolean, part: Partial<RawCommand> = {}): StoredCommand {
  seq += 1;
  return {
    seq,
    id: `c${seq}`,
    kind: 'favourite.set',
    version: 1,
    entity: { table: 'favourites', id: teacherId },
    payload: { teacherId, wanted, wishedAt: '2026-11-21T12:00:00Z' },
    base: null,
    userId: 'anna',
    visitor: null,
    createdAt: 0,
    status: 'queued',
    attempts: 0,
    dueAt: 0,
    error: null,
    ack: null,
    ...part,
  } as StoredCommand;
}
const delivered = (version: number) => ({
  status: 'delivered' as const,
  ack: { version, answer: {}, at: 0, settled: false },
});

describe('favourites with the unsent writes of this phone', () => {
  it('shows an added favourite at once, the newest first, and a removed one no more', () => {
    const held = { marks: [mark('lia')], upTo: 5 };
    expect(favouriteIds(held, [wish('rui', true)])).toEqual(['rui', 'lia']);
    expect(favouriteIds(held, [wish('lia', false)])).toEqual([]);
    expect(favouriteIds(held, [wish('rui', true), wish('rui', false)])).toEqual(['lia']);
  });

  it('keeps a delivered write until the replica has caught up, then follows the replica', () => {
    const off = wish('lia', false, delivered(9));
    expect(favouriteIds({ marks: [mark('lia')], upTo: 8 }, [off])).toEqual([]);
    // Another phone has added her again since.
    expect(favouriteIds({ marks: [mark('lia')], upTo: 10 }, [off])).toEqual(['lia']);
    const on = wish('lia', true, delivered(9));
    expect(favouriteIds({ marks: [], upTo: 8 }, [on])).toEqual(['lia']);
    // Another phone has removed her: a tombstone leaves no row, only the version shows it.
    expect(favouriteIds({ marks: [], upTo: 9 }, [on])).toEqual([]);
  });

  it('shows the server’s state once a write was refused', () => {
    expect(favouriteIds({ marks: [], upTo: 5 }, [wish('lia', true, { status: 'rejected' })])).toEqual([]);
  });

  it('leaves out blocked teachers', () => {
    const marks = [mark('lia'), mark('lia', { id: 'b', kind: 'block', name: 'Lia' })];
    expect(favouriteIds({ marks, upTo: 5 }, [])).toEqual([]);
  });

  it('never dates a write before the last one about the same teacher, though the clock was set back', () => {
    const last = Date.parse('2026-11-21T12:00:00Z');
    expect(changeTime('lia', [wish('lia', true)], last - 60_000)).toBe(new Date(last + 1).toISOString());
    expect(changeTime('rui', [wish('lia', true)], last - 60_000)).toBe(new Date(last - 60_000).toISOString());
  });
});
