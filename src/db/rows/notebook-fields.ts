/**
 * The notebook on the phone: the contract with …_notebook.sql, which says who writes and reads what. One collection holds
 * three kinds of rows: the notes of a lesson, a mark on a step, one review of a step. A page may open few collections, so
 * the own rows of the agenda are here too (agenda-fields.ts).
 */
import type { Going, OwnEvent, PartnerRequest } from './agenda-fields';
import type { RequestSide } from './lesson-fields';

/** Bounds that the database holds too. */
export const NOTEBOOK_LIMITS = { text: 2000, earlierTexts: 10 } as const;

export interface WrittenText {
  /** The id of the command that wrote it. */
  id: string;
  text: string;
  /** ISO 8601. */
  written_at: string;
}

export const NOTE_PARTS = ['notes', 'homework'] as const;
/** 'homework' is the teacher's. */
export type NotePart = (typeof NOTE_PARTS)[number];

export interface EarlierText extends WrittenText {
  part: NotePart;
}

/** The notes of a lesson as one of its sides sees them. The row's id is the lesson's. */
export interface LessonNotes {
  request_id: string;
  side: RequestSide;
  mine: WrittenText | null;
  theirs: WrittenText | null;
  homework: WrittenText | null;
  /** The id of the homework that was ticked off last; another homework is open. */
  done_id: string | null;
  /** Own texts that another phone or tab replaced without having seen them, oldest first. */
  earlier: EarlierText[];
}

export const STEP_STATES = ['learning', 'known'] as const;
export type StepState = (typeof STEP_STATES)[number];

export interface StepMark {
  step: string;
  /** Null: marked no longer. */
  state: StepState | null;
  at: string;
}

/** 1 forgotten, 2 hard, 3 good, 4 easy. */
export type StepRating = 1 | 2 | 3 | 4;

export interface StepReview {
  step: string;
  rating: StepRating;
  at: string;
}

export type NotebookRow =
  | { id: string; kind: 'note'; data: LessonNotes }
  | { id: string; kind: 'mark'; data: StepMark }
  | { id: string; kind: 'review'; data: StepReview }
  | { id: string; kind: 'event'; data: OwnEvent }
  | { id: string; kind: 'going'; data: Going }
  | { id: string; kind: 'partner'; data: PartnerRequest };

export const EMPTY_NOTES: Pick<LessonNotes, 'mine' | 'theirs' | 'homework' | 'done_id' | 'earlier'> = {
  mine: null,
  theirs: null,
  homework: null,
  done_id: null,
  earlier: [],
};

/** The person's own text that counts in this part. */
export const ownText = (notes: LessonNotes, part: NotePart): WrittenText | null =>
  part === 'homework' ? notes.homework : notes.mine;

export const isHomeworkDone = ({ homework, done_id }: Pick<LessonNotes, 'homework' | 'done_id'>): boolean =>
  homework !== null && homework.id === done_id;
