/** Reads of the user's lesson requests: from the device, offline too. */
import { useEffect, useMemo, useState } from 'react';
import { lookUpTeacher } from '@/db/memory/lookup';
import type { LessonRow, TimedTerms } from '@/db/rows/lesson-fields';
import type { LessonRequestRow } from '@/db/rows/lesson-rows';
import type { Versioned } from '@/db/rows/row-check';
import { logger } from '@/lib/logger';
import { siteAddress } from '@/lib/site';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { MISSED, ownStatus, useMissed, useOwnRows } from '@/reads/own-rows';
import type { ListQuery, OwnAbsence, Query } from '@/reads/query';
import { useCatalog } from '@/reads/use-catalog';
import { useHidden } from '@/reads/use-hidden';
import { ensureSync } from '@/sync/ensure-sync';
import { overlaidLessons } from './lesson-overlay';
import { newestFirst, otherIdOf, overlaidRequests, type ShownRequest } from './overlay';
import { lessonToTell } from './telling';

export type OwnRequest = Versioned<LessonRequestRow>;

const NONE: OwnRequest[] = [];
const NO_LESSONS: Versioned<LessonRow>[] = [];

/** The user's requests as the server last returned them, newest first, without queued writes. */
export function useOwnRequests(): ListQuery<OwnRequest, OwnAbsence> {
  const own = useOwnRows();
  const { rows } = own;
  const items = useMemo(() => [...(rows?.lessonRequests ?? NONE)].sort(newestFirst), [rows?.lessonRequests]);
  const status = ownStatus(own, rows?.lessonRequestsKnown === true || items.length > 0);
  return { status, data: status === 'signed-out' ? NONE : items };
}

/** The user's requests with queued writes applied, newest first, without those of blocked people: for lists. */
export function useRequests(): ListQuery<ShownRequest, OwnAbsence> {
  const query = useAllRequests();
  const hidden = useHidden();
  const { data: all } = query;
  const shown = useMemo(
    () => (hidden.size === 0 ? all : all.filter((request) => !hidden.has(otherIdOf(request)))),
    [all, hidden],
  );
  return { ...query, data: shown };
}

/** As useRequests, with the requests of blocked people: for one request, and for counts. */
export function useAllRequests(): ListQuery<ShownRequest, OwnAbsence> {
  const { status, data: rows } = useOwnRequests();
  const lessonRows = useOwnRows().rows?.lessons ?? NO_LESSONS;
  const onLessons = useOverlay('lessons');
  const ready = useOutboxReady();
  const commands = useOverlay('lesson_requests');
  const lessons = useMemo(() => overlaidLessons(lessonRows, onLessons), [lessonRows, onLessons]);
  const items = useNamed(useMemo(() => overlaidRequests(rows, commands, lessons), [rows, commands, lessons]));
  if (status === 'signed-out') return { status, data: [] };
  if (!ready) return { status: 'loading', data: [] };
  return { status: items.length > 0 ? 'ready' : status, data: items };
}

/** The terms of the request's next lesson, queued writes included; null without one. `now`: milliseconds since 1970. */
export function useTellableLesson(requestId: string, now: number): TimedTerms | null {
  const { rows } = useOwnRows();
  const commands = useOverlay('lessons');
  const lessons = rows?.lessons ?? NO_LESSONS;
  return useMemo(
    () => lessonToTell(overlaidLessons(lessons, commands), requestId, now),
    [lessons, commands, requestId, now],
  );
}

/** Absolute address of a teacher's public page, from the phone's listings: by id where there is no slug here. */
export function useTeacherAddress(teacherId: string): string {
  const slug = useCatalog().index.byId(teacherId)?.slug;
  return siteAddress(`/teachers/${encodeURIComponent(slug ?? teacherId)}`);
}

export type RequestQuery = Query<ShownRequest, OwnAbsence | 'missing'>;

/** One request. Until the first sync of requests has finished, a missing one may still arrive. */
export function useRequest(id: string): RequestQuery {
  const { status, data: items } = useAllRequests();
  const told = useOwnRequests().status;
  const request = items.find((item) => item.id === id);
  const isMissed = !request && status === 'ready' && told === 'ready';
  const missed = useMissed(isMissed ? id : null, 'lesson_requests');
  if (request) return { status: 'ready', data: request };
  if (isMissed) return { status: MISSED[missed], data: null };
  if (status !== 'ready') return { status, data: null };
  return { status: told === 'ready' ? 'missing' : told, data: null };
}

interface Face {
  name: string;
  imageUrl: string | null;
}

/** Adds names from the listings to requests that are only on this device, which carry none. */
function useNamed(items: ShownRequest[]): ShownRequest[] {
  const [faces, setFaces] = useState<ReadonlyMap<string, Face>>(new Map());
  const wanted = items
    .filter(({ stored }) => !stored)
    .map(({ teacher_id }) => teacher_id)
    .join();
  useEffect(() => {
    if (wanted === '') return undefined;
    let left = false;
    ensureSync().catch((error: unknown) =>
      logger.warn('The sync for names of teachers did not start', error),
    );
    void Promise.all(wanted.split(',').map(faceOf)).then((found) => {
      if (!left) setFaces(new Map(found.flatMap((face) => (face ? [face] : []))));
    });
    return () => {
      left = true;
    };
  }, [wanted]);
  return useMemo(
    () =>
      items.map((item) => {
        const face = item.stored ? undefined : faces.get(item.teacher_id);
        return face ? { ...item, other_name: face.name, other_image_url: face.imageUrl } : item;
      }),
    [items, faces],
  );
}

async function faceOf(id: string): Promise<[string, Face] | null> {
  const answer = await lookUpTeacher(id);
  return answer?.row ? [id, { name: answer.row.name, imageUrl: answer.row.profile_image_url ?? null }] : null;
}
