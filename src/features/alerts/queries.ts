/** The signed-in person's alerts: from the device, offline too. */
import { useMemo } from 'react';
import type { AlertRow } from '@/db/rows/own-rows';
import type { Versioned } from '@/db/rows/row-check';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { ownStatus, useOwnRows } from '@/reads/own-rows';
import type { ListQuery, OwnAbsence } from '@/reads/query';
import { alertsOf, type ShownAlert } from './overlay';

const NONE: Versioned<AlertRow>[] = [];

export function useOwnAlerts(): ListQuery<ShownAlert, OwnAbsence> {
  const own = useOwnRows();
  const rows = own.rows?.alerts ?? NONE;
  const commands = useOverlay('teacher_alerts');
  const ready = useOutboxReady();
  const data = useMemo(() => alertsOf(rows, commands), [rows, commands]);
  const status = ready ? ownStatus(own, own.rows?.alertsKnown === true || data.length > 0) : 'loading';
  return status === 'ready' ? { status, data } : { status, data: [] };
}
