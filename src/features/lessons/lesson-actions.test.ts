import { beforeEach, expect, it, vi } from 'vitest';
import type { StoredCommand } from '@/outbox/stored-command';
import { setPaymentKey } from './lesson-actions';

const stored: StoredCommand[] = [];

vi.mock('@/auth/identity', () => ({ presentIdentity: () => ({ userId: 'ana' }) }));
vi.mock('@/outbox/entry', () => ({
  commandsOf: async () => [...stored],
  edit: async (id: string, payload: unknown) => {
    const command = stored.find((one) => one.id === id);
    if (command) Object.assign(command, { payload, status: 'queued', attempts: 0 });
    return { kind: 'stored', command: { id } };
  },
  enqueue: async ({ payload, entity }: Pick<StoredCommand, 'payload' | 'entity'>) => {
    stored.push(keySet({ payload, entity } as Partial<StoredCommand>));
    return { kind: 'stored', command: stored.at(-1) };
  },
}));

function keySet(part: Partial<StoredCommand>): StoredCommand {
  return {
    ...{ id: `c-${stored.length + 1}`, kind: 'payment_key.set', status: 'queued', attempts: 0 },
    ...part,
  } as StoredCommand;
}

beforeEach(() => {
  stored.length = 0;
});

it('a refused Pix key is replaced, since it would block every later one', async () => {
  const payload = { pixKey: '+5511912345678', pixName: 'Ana' };
  stored.push(keySet({ payload, status: 'rejected', attempts: 1 } as Partial<StoredCommand>));
  expect(await setPaymentKey('a@b.co', 'Ana')).toMatchObject({ kind: 'stored' });
  expect(stored).toMatchObject([{ status: 'queued', payload: { pixKey: 'a@b.co', pixName: 'Ana' } }]);
});

it('a key that may have arrived is followed by the new one, also by its removal', async () => {
  const payload = { pixKey: '+5511912345678', pixName: 'Ana' };
  stored.push(keySet({ payload, status: 'sending', attempts: 1 } as Partial<StoredCommand>));
  await setPaymentKey(null, null);
  expect(stored.map((one) => one.payload)).toEqual([payload, { pixKey: null, pixName: null }]);
});
