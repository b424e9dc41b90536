import { expect, it } from 'vitest';
import type { MarkRow } from '@/db/rows/own-rows';
import type { RawCommand } from '@/outbox/command';
import type { StoredCommand } from '@/outbox/stored-command';
import { blockedPeople, hiddenUntilKnown } from './overlay';

const blocked = (person_id: string, name: string): MarkRow => ({
  id: person_id,
  kind: 'block',
  person_id,
  name,
  wished_at: '2026-11-20T12:00:00Z',
});

function blockCommand(personId: string, wanted: boolean, part: Partial<RawCommand> = {}): StoredCommand {
  return {
    seq: 1,
    id: `c-${personId}`,
    kind: 'block.set',
    version: 1,
    entity: { table: 'blocks', id: personId },
    payload: { personId, wanted, name: `Nome de ${personId}`, wishedAt: '2026-11-21T12:00:00Z' },
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

it('lists the people the user has blocked, by name, including unsent changes of this phone', () => {
  const marks = [
    blocked('zeca', 'Zeca'),
    blocked('ana', 'Ana'),
    { ...blocked('x', 'x'), kind: 'favourite' as const },
  ];
  const held = { marks, upTo: 4 };
  expect(blockedPeople(held, []).map(({ name }) => name)).toEqual(['Ana', 'Zeca']);
  const names = blockedPeople(held, [blockCommand('ana', false), blockCommand('rui', true)]).map(
    ({ name }) => name,
  );
  expect(names).toEqual(['Nome de rui', 'Zeca']);
});

it('follows the replica once it is newer than the delivered command', () => {
  const off = blockCommand('ana', false, {
    status: 'delivered',
    ack: { version: 9, answer: {}, at: 0, settled: false },
  });
  const marks = [blocked('ana', 'Ana')];
  expect(blockedPeople({ marks, upTo: 8 }, [off])).toEqual([]);
  expect(blockedPeople({ marks, upTo: 9 }, [off])).toHaveLength(1);
});

it('hides the people hidden at the last start, and new ones, until the replica is read', () => {
  const commands = [blockCommand('rui', true), blockCommand('ana', false)];
  expect([...hiddenUntilKnown(new Set(['ana', 'eva']), commands)]).toEqual(['eva', 'rui']);
});
