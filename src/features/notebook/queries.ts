/** Reads of the notebook: from the device, offline too. */
import { useMemo } from 'react';
import type { NotebookRow } from '@/db/rows/notebook-fields';
import type { Versioned } from '@/db/rows/row-check';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { ownStatus, useOwnRows } from '@/reads/own-rows';
import type { OwnAbsence } from '@/reads/query';
import { type NotedLesson, notesOf, type ShownNotes } from './overlay';

const NONE: Versioned<NotebookRow>[] = [];

interface NotesQuery {
  status: OwnAbsence | 'ready';
  of(lesson: NotedLesson): ShownNotes;
}

/** The notes of every lesson, with queued writes applied. */
export function useNotes(): NotesQuery {
  const own = useOwnRows();
  const rows = own.rows?.notebook ?? NONE;
  const commands = useOverlay('lesson_notes');
  const ready = useOutboxReady();
  const of = useMemo(() => (lesson: NotedLesson) => notesOf(lesson, rows, commands), [rows, commands]);
  const status = ownStatus(own, own.rows?.notebookKnown === true || rows.length > 0);
  return { status: status === 'ready' && !ready ? 'loading' : status, of };
}
