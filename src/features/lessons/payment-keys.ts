/** Pix keys on this phone: a teacher's own, and those of teachers with whom a lesson was confirmed. */
import { useMemo } from 'react';
import type { PaymentKeyRow } from '@/db/rows/lesson-fields';
import { paymentKeySet } from '@/outbox/commands/payment-key-set';
import { useOverlay } from '@/outbox/pending';
import { isOf, type StoredCommand } from '@/outbox/stored-command';
import { useOwnRows } from '@/reads/own-rows';

const isSet = isOf('payment_key.set');

/** The key of a teacher; null where there is none, or where it is not known yet. */
export function usePaymentKey(teacherId: string): PaymentKeyRow | null {
  const { rows } = useOwnRows();
  return rows?.paymentKeys.find(({ id }) => id === teacherId) ?? null;
}

export interface OwnPaymentKey {
  key: PaymentKeyRow | null;
  /** The last write of the key that this device still has. */
  write: StoredCommand | null;
  /** The key of a write that the server refused: typed, but not valid. */
  refused: PaymentKeyRow | null;
  /** False until the phone knows whether there is a key. */
  isKnown: boolean;
}

/** The teacher's own key, with a waiting change applied. */
export function useOwnPaymentKey(): OwnPaymentKey {
  const { rows, userId } = useOwnRows();
  const commands = useOverlay('payment_keys');
  return useMemo(() => {
    const row = rows?.paymentKeys.find(({ id }) => id === userId) ?? null;
    const writes = commands.filter(isSet);
    const write = writes.at(-1) ?? null;
    const isShown = write !== null && write.status !== 'rejected' && !write.ack?.settled;
    const key = isShown ? paymentKeySet.apply(row, write) : row;
    const refused = write?.status === 'rejected' ? paymentKeySet.apply(row, write) : null;
    return { key, write, refused, isKnown: rows?.paymentKeysKnown === true || writes.length > 0 };
  }, [rows, userId, commands]);
}
