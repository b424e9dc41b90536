/** The signed-in person's rows, for the queries of every feature that shows some of them. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useIdentity } from '@/auth/identity';
import { type PrivateRows, privateRowsOf, privateStore } from '@/db/memory/private-store';
import type { PrivateName } from '@/db/rows/collections';
import { logger } from '@/lib/logger';
import { useSyncStatus } from '@/reads/sync-status';
import { ensureSync } from '@/sync/ensure-sync';
import { pullPrivateRows } from '@/sync/status';
import type { OwnAbsence } from './query';

/** Milliseconds to wait where another tab pulls, or none does yet. */
const PATIENCE = 8_000;

export interface OwnRows {
  /** Null for visitors. */
  userId: string | null;
  /** Null until the replica has been read. */
  rows: PrivateRows | null;
}

/** The signed-in person's rows; starts syncing. */
export function useOwnRows(): OwnRows {
  const { identity } = useIdentity();
  const userId = identity?.state === 'active' ? identity.userId : null;
  const stored = useStore(privateStore, (state) => state.rows);
  const rows = privateRowsOf(userId, stored);
  const waits = userId !== null && rows === null;
  useEffect(() => {
    if (waits) ensureSync().catch((error: unknown) => logger.warn('Syncing did not start', error));
  }, [waits]);
  return { userId, rows };
}

/**
 * Pulls when a row is not `among` the own ones; `wanted` is its id while it is missing. 'asking' until a pull that
 * began later has ended: the row may be newer than the last pull, and the notification about it came first.
 */
export function useMissed(wanted: string | null, among: PrivateName): 'asking' | 'nowhere' | 'unreachable' {
  const online = useSyncStatus((status) => status.connection === 'online');
  const failed = useStore(privateStore, ({ rows }) => rows?.failing.includes(among) === true);
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null || !online) return;
    let left = false;
    pullPrivateRows(PATIENCE)
      .catch((error: unknown) => logger.info('A missing row was not pulled', error))
      .finally(() => {
        if (!left) setAsked(wanted);
      });
    return () => {
      left = true;
    };
  }, [wanted, online]);
  if (!online) return 'unreachable';
  if (asked !== wanted) return 'asking';
  return failed ? 'unreachable' : 'nowhere';
}

/** The status of a list of own rows; `isKnown` when there are rows to show. */
export function ownStatus({ userId, rows }: OwnRows, isKnown: boolean): OwnAbsence | 'ready' {
  if (userId === null) return 'signed-out';
  if (isKnown) return 'ready';
  return rows?.failed ? 'failed' : 'loading';
}

/** The same as the status of a query for one row. */
export const MISSED = { asking: 'loading', nowhere: 'missing', unreachable: 'failed' } as const;
