/** Reads of the user's lessons: from the device, offline too. */
import { useMemo } from 'react';
import type { LessonRow } from '@/db/lesson-fields';
import type { Versioned } from '@/db/rows';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { ownStatus, useOwnRows } from '@/reads/own-rows';
import type { ListQuery, OwnAbsence } from '@/reads/query';
import { overlaidLessons, type ShownLesson } from './lesson-overlay';

const NONE: Versioned<LessonRow>[] = [];

/** All lessons of the user with queued writes applied, soonest first. */
export function useLessons(): ListQuery<ShownLesson, OwnAbsence> {
  const own = useOwnRows();
  const rows = own.rows?.lessons ?? NONE;
  const commands = useOverlay('lessons');
  const ready = useOutboxReady();
  const items = useMemo(() => overlaidLessons(rows, commands), [rows, commands]);
  const status = ownStatus(own, own.rows?.lessonsKnown === true || rows.length > 0);
  if (status === 'signed-out') return { status, data: [] };
  if (!ready) return { status: 'loading', data: [] };
  return { status: items.length > 0 ? 'ready' : status, data: items };
}

/** The lessons of one request, soonest first. */
export function useRequestLessons(requestId: string): ListQuery<ShownLesson, OwnAbsence> {
  const query = useLessons();
  const { data } = query;
  const items = useMemo(() => data.filter(({ request_id }) => request_id === requestId), [data, requestId]);
  return { ...query, data: items };
}
