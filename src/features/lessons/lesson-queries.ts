/** Reads of the user's lessons: from the device, offline too. */
import { useMemo } from 'react';
import type { KnownLessons } from '@/db/lessons/lesson-times';
import type { LessonRow } from '@/db/rows/lesson-fields';
import type { Versioned } from '@/db/rows/row-check';
import { serverNow } from '@/lib/server-clock';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { ownStatus, useOwnRows } from '@/reads/own-rows';
import type { ListQuery, OwnAbsence } from '@/reads/query';
import { useHidden } from '@/reads/use-hidden';
import { knownLessons } from './lesson-clashes';
import { overlaidLessons, type ShownLesson } from './lesson-overlay';
import { otherIdOf } from './overlay';

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

/** As useLessons, without those with blocked people: for lists. */
export function useListedLessons(): ListQuery<ShownLesson, OwnAbsence> {
  const query = useLessons();
  const requests = useOwnRows().rows?.lessonRequests;
  const hidden = useHidden();
  const { data: all } = query;
  const listed = useMemo(() => {
    const left = requests?.filter((request) => hidden.has(otherIdOf(request))).map(({ id }) => id) ?? [];
    return left.length === 0 ? all : all.filter(({ request_id }) => !left.includes(request_id));
  }, [all, requests, hidden]);
  return { ...query, data: listed };
}

/** Reads the lessons that a new time for one of the request is compared with, as they are then. */
export function useKnownLessons(requestId: string): () => KnownLessons {
  const { rows } = useOwnRows();
  const commands = useOverlay('lessons');
  const blocked = useHidden();
  return () =>
    knownLessons(
      requestId,
      overlaidLessons(rows?.lessons ?? NONE, commands),
      rows?.lessonRequests ?? [],
      blocked,
      serverNow(),
    );
}

/** The lessons of one request, soonest first. */
export function useRequestLessons(requestId: string): ListQuery<ShownLesson, OwnAbsence> {
  const query = useLessons();
  const { data } = query;
  const items = useMemo(() => data.filter(({ request_id }) => request_id === requestId), [data, requestId]);
  return { ...query, data: items };
}
