/** A request that waits for an answer: its time, the requests of the same wish, and who may be asked besides. Pure. */
import { ANSWER_HOURS, afterWaking } from '@/db/lessons/waking-time';
import { hour, shortMoment, shortWeekday } from '@/lib/date-forms';

import { firstName, fold } from '@/lib/text';
import type { ShownRequest } from './overlay';
import { otherName } from './texts';

/** At most so many requests of a wish wait at once; the database holds it too. */
export const AT_ONCE = 3;

const DAY = 24 * 3_600_000;

/** Milliseconds since 1970 until which the teacher has time; null where none runs: answered, or not sent yet. */
export function deadlineOf({ status, stored, request_date }: ShownRequest): number | null {
  const asked = Date.parse(request_date);
  return status === 'Pendente' && stored && !Number.isNaN(asked) ? afterWaking(asked, ANSWER_HOURS) : null;
}

/** Whether the time to answer has passed: the server said so, or this phone's clock does. */
export function isSilent(request: ShownRequest, now: number): boolean {
  const deadline = deadlineOf(request);
  return deadline !== null && (Boolean(request.unanswered_at) || now >= deadline);
}

/** 'sex. 14:00' of the coming days, else the date. */
export function dueText(deadline: number, now: number): string {
  return deadline - now < 6 * DAY ? `${shortWeekday(deadline)} ${hour(deadline)}` : shortMoment(deadline);
}

/**
 * The time of a waiting request in one line, as its side reads it; null where none runs. `isShared`: other teachers of
 * the wish have been asked.
 */
export function waitLine(request: ShownRequest, now: number, isShared = false): string | null {
  const deadline = deadlineOf(request);
  if (deadline === null) return null;
  if (request.side === 'teacher') {
    return isSilent(request, now)
      ? 'O prazo para responder passou. Você ainda pode responder.'
      : `Responda até ${dueText(deadline, now)}`;
  }
  const name = firstName(otherName(request));
  return isSilent(request, now)
    ? `${name} ainda não respondeu.${isShared ? '' : ' Veja outros professores.'}`
    : `${name} tem até ${dueText(deadline, now)} para responder`;
}

/** The id of the first request of the wish. */
export const wishOf = ({ id, wish_id }: Pick<ShownRequest, 'id' | 'wish_id'>): string => wish_id ?? id;

/** All requests of the same wish, this one included, in the order in which they were made. */
export function togetherWith(request: ShownRequest, all: readonly ShownRequest[]): ShownRequest[] {
  const wish = wishOf(request);
  return all.filter((one) => one.side === 'student' && wishOf(one) === wish).toReversed();
}

/** Requests of one wish follow each other, each wish where its newest request stood. */
export function byWish(items: readonly ShownRequest[]): ShownRequest[] {
  return [...new Set(items.map(wishOf))].flatMap((wish) => items.filter((one) => wishOf(one) === wish));
}

export type Besides =
  /** Other teachers may be asked. */
  | 'open'
  /** Three wait already. */
  | 'full'
  /** Nothing to offer: the time runs, or a teacher has accepted. */
  | 'closed';

/**
 * Whether other teachers may be asked for the wish of a student's request: once its teacher was silent, also when the
 * student has withdrawn it since.
 */
export function besidesOf(request: ShownRequest, wish: readonly ShownRequest[], now: number): Besides {
  if (request.side !== 'student' || wish.some(({ status }) => status === 'Aceito')) return 'closed';
  const wasSilent =
    isSilent(request, now) ||
    (request.status === 'Cancelado' && request.cancelled_by === 'student' && Boolean(request.unanswered_at));
  if (!wasSilent || request.is_withdrawn) return 'closed';
  return wish.filter(({ status }) => status === 'Pendente').length >= AT_ONCE ? 'full' : 'open';
}

/** Whether the message calls the teacher by name: it goes to the others as it is. */
export function namesTeacher(request: ShownRequest): boolean {
  const name = fold(firstName(request.other_name ?? ''));
  return (
    name.length > 2 &&
    fold(request.message ?? '')
      .split(/[^a-z]+/)
      .includes(name)
  );
}
