import { expect, it } from 'vitest';
import type { Ack, Command } from '../command';
import type { Held } from '../kind';
import { type PaymentKeySet, paymentKeySet } from './payment-key-set';

const command = (pixKey: string | null, pixName: string | null) =>
  ({
    id: 'c1',
    kind: 'payment_key.set',
    entity: { table: 'payment_keys', id: 'marina' },
    payload: { pixKey, pixName },
    createdAt: 0,
  }) as unknown as Command<PaymentKeySet>;
const ack = { version: 7, answer: {}, at: 0 } as unknown as Ack;
const held = (versions: Record<string, number> | null) =>
  ({ paymentKeys: versions === null ? null : new Map(Object.entries(versions)) }) as unknown as Held;
const caughtUp = (key: string | null, rows: Held) =>
  paymentKeySet.caughtUp(command(key, key && 'MARINA'), ack, rows);

it('a key is shown as it was typed, and a removed one is gone', () => {
  const row = { id: 'marina', pix_key: 'a@b.co', pix_name: 'MARINA' };
  expect(paymentKeySet.apply(null, command('a@b.co', 'MARINA'))).toEqual(row);
  expect(paymentKeySet.apply(row, command(null, null))).toBeNull();
});

it('a key is caught up with in its version, a removal when the row is gone', () => {
  expect([6, 7, 8].map((version) => caughtUp('a@b.co', held({ marina: version })))).toEqual([
    false,
    true,
    true,
  ]);
  expect(caughtUp('a@b.co', held(null))).toBe(false);
  expect(caughtUp(null, held({ marina: 8 }))).toBe(false);
  expect(caughtUp(null, held({ ana: 8 }))).toBe(true);
  expect(caughtUp(null, held(null))).toBe(false);
});
