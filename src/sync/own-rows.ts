/** The signed-in person's rows, for the queries of every feature that shows some of them. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useIdentity } from '@/auth/identity';
import { type PrivateRows, privateRowsOf, privateStore } from '@/db/private-store';
import { logger } from '@/lib/logger';
import { needSync } from './need';

/** `rows` are null until the replica has told them; asking for them starts the syncing. */
export function useOwnRows(): { userId: string | null; rows: PrivateRows | null } {
  const { identity } = useIdentity();
  const userId = identity?.state === 'active' ? identity.userId : null;
  const stored = useStore(privateStore, (state) => state.rows);
  const rows = privateRowsOf(userId, stored);
  const waits = userId !== null && rows === null;
  useEffect(() => {
    if (waits) needSync().catch((error: unknown) => logger.warn('Syncing did not start', error));
  }, [waits]);
  return { userId, rows };
}
