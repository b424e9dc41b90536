/** Reads of the person's steps: from the device, offline too. */
import { useMemo } from 'react';
import type { NotebookRow } from '@/db/rows/notebook-fields';
import type { Versioned } from '@/db/rows/row-check';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { ownStatus, useOwnRows } from '@/reads/own-rows';
import type { OwnAbsence } from '@/reads/query';
import { marksOf, reviewsOf, type ShownMark } from './marks';
import type { LoggedReview } from './schedule';

const NONE: Versioned<NotebookRow>[] = [];

export interface StepsQuery {
  status: OwnAbsence | 'ready';
  marks: ReadonlyMap<string, ShownMark>;
  reviews: LoggedReview[];
}

/** The person's marks and reviews, with queued writes applied. */
export function useOwnSteps(): StepsQuery {
  const own = useOwnRows();
  const rows = own.rows?.notebook ?? NONE;
  const marking = useOverlay('step_marks');
  const reviewing = useOverlay('step_reviews');
  const ready = useOutboxReady();
  const marks = useMemo(() => marksOf(rows, marking), [rows, marking]);
  const reviews = useMemo(() => reviewsOf(rows, reviewing), [rows, reviewing]);
  const status = ownStatus(own, own.rows?.notebookKnown === true || rows.length > 0);
  return { status: status === 'ready' && !ready ? 'loading' : status, marks, reviews };
}
