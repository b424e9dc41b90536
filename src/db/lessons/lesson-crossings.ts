/**
 * Two people write about the same lesson or request, and neither has seen the other's write: what stands afterwards,
 * whichever arrives first. The procedures of …_lesson_notices.sql and …_lesson_agreements.sql keep to it;
 * tests/database/lessons/lesson-crossings.test.ts tries each pair in both orders.
 *
 * RULES. Nobody is bound to a time that they took back or replaced before they read the answer: such a confirmation does
 * not count. A counter-proposal outlives the withdrawal of what it answers. Of two confirmations of each other's proposals
 * the one of the later proposal counts. Calling off ends a lesson, and cancelling ends a request, whatever else was
 * written. A write that does not count is refused and stays on its author's phone, with what it said, or is undone,
 * and its author is told.
 */

/** How a lesson stands when the two write. The student's proposal is the earlier one. */
export const LESSON_SITUATIONS = ['proposed', 'both-proposed', 'confirmed', 'change-proposed'] as const;
export type LessonSituation = (typeof LESSON_SITUATIONS)[number];

export type CrossingWrite = 'move' | 'confirm' | 'withdraw' | 'call_off';

/** A lesson after both writes: its status, its agreed terms, and each side's open proposal (`new`: written in the crossing). */
export interface Standing {
  status: 'proposed' | 'confirmed' | 'called_off';
  agreed?: 'first' | 'student' | 'teacher';
  student?: 'old' | 'new';
  teacher?: 'old' | 'new';
}

const OFF: Standing = { status: 'called_off' };

/** The student's write, then the teacher's. Writes that the situation does not offer are absent. */
export const LESSON_CROSSINGS: Record<
  LessonSituation,
  Partial<Record<CrossingWrite, Partial<Record<CrossingWrite, Standing>>>>
> = {
  proposed: {
    move: {
      move: { status: 'proposed', student: 'new', teacher: 'new' },
      confirm: { status: 'proposed', student: 'new' },
      call_off: OFF,
    },
    withdraw: { move: { status: 'proposed', teacher: 'new' }, confirm: OFF, call_off: OFF },
    call_off: { move: OFF, confirm: OFF, call_off: OFF },
  },
  'both-proposed': {
    move: {
      move: { status: 'proposed', student: 'new', teacher: 'new' },
      confirm: { status: 'proposed', student: 'new', teacher: 'old' },
      withdraw: { status: 'proposed', student: 'new' },
      call_off: OFF,
    },
    confirm: {
      move: { status: 'proposed', student: 'old', teacher: 'new' },
      confirm: { status: 'confirmed', agreed: 'teacher' },
      withdraw: { status: 'proposed', student: 'old' },
      call_off: OFF,
    },
    withdraw: {
      move: { status: 'proposed', teacher: 'new' },
      confirm: { status: 'proposed', teacher: 'old' },
      withdraw: OFF,
      call_off: OFF,
    },
    call_off: { move: OFF, confirm: OFF, withdraw: OFF, call_off: OFF },
  },
  confirmed: {
    move: {
      move: { status: 'confirmed', agreed: 'first', student: 'new', teacher: 'new' },
      call_off: OFF,
    },
    call_off: { move: OFF, call_off: OFF },
  },
  'change-proposed': {
    move: {
      move: { status: 'confirmed', agreed: 'first', student: 'new', teacher: 'new' },
      confirm: { status: 'confirmed', agreed: 'first', student: 'new' },
      call_off: OFF,
    },
    withdraw: {
      move: { status: 'confirmed', agreed: 'first', teacher: 'new' },
      confirm: { status: 'confirmed', agreed: 'first' },
      call_off: OFF,
    },
    call_off: { move: OFF, confirm: OFF, call_off: OFF },
  },
};

/**
 * The student's write about a request, then the teacher's. A request that was declined or cancelled is closed either
 * way; which word it carries is the first one's, since neither state leads to the other.
 */
export const REQUEST_CROSSINGS = {
  Pendente: { cancel: { accept: 'Cancelado', decline: 'closed', cancel: 'Cancelado' } },
  Aceito: { cancel: { cancel: 'Cancelado', propose: 'Cancelado' }, propose: { cancel: 'Cancelado' } },
} as const;
