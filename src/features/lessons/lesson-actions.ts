/** Writes lessons through the outbox, so that nothing is lost without a connection. */
import { presentIdentity } from '@/auth/identity';
import type { RequestSide } from '@/db/rows/lesson-fields';
import {
  type LessonOutcome,
  type LessonScope,
  type LessonTerms,
  lessonEntity,
  namedLesson,
} from '@/db/rows/lesson-fields';
import { logger } from '@/lib/logger';
import { lessonCallOff } from '@/outbox/commands/lesson-call-off';
import { lessonConfirm } from '@/outbox/commands/lesson-confirm';
import { lessonMove } from '@/outbox/commands/lesson-move';
import { lessonOutcome } from '@/outbox/commands/lesson-outcome';
import { lessonPropose } from '@/outbox/commands/lesson-propose';
import { lessonWithdraw } from '@/outbox/commands/lesson-withdraw';
import { paymentKeySet } from '@/outbox/commands/payment-key-set';
import { commandsOf, discard, edit } from '@/outbox/entry';
import { enqueueOver, enqueueOwn, type Queued } from '@/outbox/own';
import { isOf } from '@/outbox/stored-command';
import { refusedPropose, type ShownLesson, shownOn } from './lesson-overlay';

export interface NewLesson {
  /** Made once by the form, so that a second tap is the same write. */
  id: string;
  requestId: string;
  side: RequestSide;
  terms: LessonTerms;
  /** 1 for a single lesson. */
  weeks: number;
  /** Places in the series that are left out, from 1. */
  skipped: number[];
}

export function proposeLesson(lesson: NewLesson): Promise<Queued> {
  return enqueueOwn(lessonPropose, lesson.id, lesson, { id: lesson.id });
}

export interface LessonChange {
  /** Made once by the form: of the proposal that takes the place of one whose id the server knows already. */
  id: string;
  scope: LessonScope;
  terms: LessonTerms;
  /** Both of a proposal that the server refused. */
  weeks: number;
  skipped: number[];
}

/**
 * Changes what was proposed. A proposal that has not arrived may be on its way, so the change goes after it. One that
 * the server refused is written anew: with its own id, since the server has no lesson of it.
 */
export async function changeLesson(lesson: ShownLesson, change: LessonChange): Promise<Queued> {
  const refused = refusedPropose(lesson);
  if (!refused) return moveLesson(lesson, change.scope, change.terms);
  const { terms, weeks, skipped } = change;
  const payload = { ...refused.payload, terms, weeks, skipped };
  if (refused.error?.hint === 'lesson_exists') {
    const queued = await proposeLesson({ ...payload, id: change.id });
    if (queued.kind === 'stored') await discard(refused.id);
    return queued;
  }
  const outcome = await edit(refused.id, payload);
  // Another tab has sent it again: what is typed here goes after it.
  if (outcome.kind === 'too-late') return moveLesson(lesson, change.scope, terms);
  if (outcome.kind !== 'stored') return outcome;
  await discardMovesOfAll(lesson);
  return { kind: 'stored', commandId: outcome.command.id };
}

/** Discards unsent changes of everything that was proposed: the new proposal says what they said, or something newer. */
async function discardMovesOfAll(lesson: ShownLesson): Promise<void> {
  const userId = presentIdentity()?.userId;
  if (!userId) return;
  for (const command of await commandsOf(userId)) {
    if (command.kind !== 'lesson.move' || command.entity.id !== lessonEntity(lesson)) continue;
    const { index, scope } = command.payload;
    if (index === null || (index === 0 && scope === 'following')) await discard(command.id);
  }
}

/** A counter-proposal, or the change of a confirmed lesson. */
export function moveLesson(lesson: ShownLesson, scope: LessonScope, terms: LessonTerms): Promise<Queued> {
  const payload = { ...namedLesson(lesson), scope, terms };
  return replacing(lesson, enqueueOwn(lessonMove, lessonEntity(lesson), payload, baseOf(lesson)));
}

/** `proposalId`: of the other side's proposal that the screen showed. */
export function confirmLesson(lesson: ShownLesson, proposalId: string, scope: LessonScope): Promise<Queued> {
  const payload = { ...namedLesson(lesson), scope, proposalId };
  return replacing(lesson, enqueueOwn(lessonConfirm, lessonEntity(lesson), payload, baseOf(lesson)));
}

/** `proposalId`: of the own proposal that the screen showed. */
export function withdrawProposal(
  lesson: ShownLesson,
  proposalId: string,
  scope: LessonScope,
): Promise<Queued> {
  const payload = { ...namedLesson(lesson), scope, proposalId };
  return replacing(lesson, enqueueOwn(lessonWithdraw, lessonEntity(lesson), payload, baseOf(lesson)));
}

export function callOffLesson(lesson: ShownLesson, scope: LessonScope): Promise<Queued> {
  const payload = { ...namedLesson(lesson), scope };
  return replacing(lesson, enqueueOwn(lessonCallOff, lessonEntity(lesson), payload, baseOf(lesson)));
}

export function tellOutcome(lesson: ShownLesson, outcome: LessonOutcome): Promise<Queued> {
  const payload = { ...namedLesson(lesson), outcome };
  return replacing(lesson, enqueueOwn(lessonOutcome, lessonEntity(lesson), payload, baseOf(lesson)));
}

/** Both null: the key is removed. Replaces a write that was not sent or was refused, which would block this one. */
export async function setPaymentKey(pixKey: string | null, pixName: string | null): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  try {
    const last = (await commandsOf(userId)).findLast(isOf('payment_key.set'));
    return await enqueueOver(last, paymentKeySet, userId, { pixKey, pixName }, { userId });
  } catch (error) {
    logger.warn('The Pix key was not stored', error);
    return { kind: 'not-stored', reason: 'blocked' };
  }
}

const baseOf = ({ version }: ShownLesson) => ({ base: version === 0 ? null : version });

/** Discards the refused write that the new one replaces, since commands on one lesson are sent in order. */
async function replacing({ id, write }: ShownLesson, queued: Promise<Queued>): Promise<Queued> {
  const outcome = await queued;
  const isReplaced = write?.status === 'rejected' && write.kind !== 'lesson.propose' && shownOn(write) === id;
  if (outcome.kind === 'stored' && isReplaced) await discard(write.id);
  return outcome;
}
