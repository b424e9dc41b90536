/** Reads of a person's own rows about the agenda: from the device, offline too. */
import { useMemo } from 'react';
import type { NotebookRow } from '@/db/rows/notebook-fields';
import type { Versioned } from '@/db/rows/row-check';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { ownStatus, useOwnRows } from '@/reads/own-rows';
import type { OwnAbsence } from '@/reads/query';
import { goingsOf, type ShownGoings } from './goings';
import { ownEventsOf, type ShownOwnEvent } from './own-events';
import { useVisitorGoings } from './visitor-goings';

const NONE: Versioned<NotebookRow>[] = [];

/** The events that the person proposed, the newest first. */
export function useOwnEvents(): { status: OwnAbsence | 'ready'; data: ShownOwnEvent[] } {
  const own = useOwnRows();
  const rows = own.rows?.notebook ?? NONE;
  const commands = useOverlay('events');
  const ready = useOutboxReady();
  const data = useMemo(() => ownEventsOf(rows, commands), [rows, commands]);
  const status = ownStatus(own, own.rows?.notebookKnown === true || data.length > 0);
  return { status: status === 'ready' && !ready ? 'loading' : status, data };
}

/** The dates that the person goes to; a visitor's are on this phone. */
export function useGoings(): ShownGoings {
  const own = useOwnRows();
  const rows = own.rows?.notebook ?? NONE;
  const commands = useOverlay('event_goings');
  const onPhone = useVisitorGoings();
  return useMemo(() => {
    const { keys, writes } = goingsOf(rows, commands);
    return { keys: onPhone.size === 0 ? keys : new Set([...keys, ...onPhone]), writes };
  }, [rows, commands, onPhone]);
}
