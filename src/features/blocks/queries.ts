/** Whom the person here has blocked: from the device, offline too. */
import { useMemo } from 'react';
import type { MarkRow } from '@/db/rows';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { useOwnRows } from '@/reads/own-rows';
import { BLOCKS, type Blocked, blockedPeople } from './overlay';

const NONE: MarkRow[] = [];

export interface BlockedQuery {
  /** 'failed': they never came to this phone and cannot now. */
  status: 'signed-out' | 'loading' | 'ready' | 'failed';
  people: Blocked[];
}

export function useBlocked(): BlockedQuery {
  const { userId, rows } = useOwnRows();
  const ready = useOutboxReady();
  const commands = useOverlay(BLOCKS);
  const marks = rows?.marks ?? NONE;
  const upTo = rows?.marksUpTo ?? 0;
  const people = useMemo(() => blockedPeople({ marks, upTo }, commands), [marks, upTo, commands]);
  if (userId === null) return { status: 'signed-out', people: [] };
  if (ready && (rows?.marksKnown || people.length > 0)) return { status: 'ready', people };
  return { status: ready && rows?.failed ? 'failed' : 'loading', people };
}
