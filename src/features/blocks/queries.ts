/** Reads the people that the user has blocked, from the device, so offline too. */
import { useMemo } from 'react';
import type { MarkRow } from '@/db/rows/own-rows';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { ownStatus, useOwnRows } from '@/reads/own-rows';
import type { ListQuery, OwnAbsence } from '@/reads/query';
import { type Blocked, blockedPeople } from './overlay';

const NONE: MarkRow[] = [];

export function useBlocked(): ListQuery<Blocked, OwnAbsence> {
  const own = useOwnRows();
  const { userId, rows } = own;
  const ready = useOutboxReady();
  const commands = useOverlay('blocks');
  const marks = rows?.marks ?? NONE;
  const upTo = rows?.marksUpTo ?? 0;
  const people = useMemo(() => blockedPeople({ marks, upTo }, commands), [marks, upTo, commands]);
  if (userId === null) return { status: 'signed-out', data: [] };
  if (!ready) return { status: 'loading', data: people };
  return { status: ownStatus(own, rows?.marksKnown === true || people.length > 0), data: people };
}
