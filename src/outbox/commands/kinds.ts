/**
 * Every kind of write that this app can make. A command of any other kind was stored by another release and is kept.
 */
import type { Command, Draft, Entity } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn } from '../shapes';
import { alertSet } from './alert-set';
import { alertStop } from './alert-stop';
import { alertVisitor } from './alert-visitor';
import { blockSet } from './block-set';
import { evaluationReply } from './evaluation-reply';
import { evaluationSave } from './evaluation-save';
import { eventCallOff } from './event-call-off';
import { eventConfirm } from './event-confirm';
import { eventPropose } from './event-propose';
import { favouriteSet } from './favourite-set';
import { goingSet } from './going-set';
import { homeworkTick } from './homework-tick';
import { leadCreate } from './lead-create';
import { leadMatch } from './lead-match';
import { lessonCallOff } from './lesson-call-off';
import { lessonConfirm } from './lesson-confirm';
import { lessonMove } from './lesson-move';
import { lessonOutcome } from './lesson-outcome';
import { lessonPropose } from './lesson-propose';
import { lessonRequestAnswer } from './lesson-request-answer';
import { lessonRequestCancel } from './lesson-request-cancel';
import { lessonRequestCreate } from './lesson-request-create';
import { lessonWithdraw } from './lesson-withdraw';
import { setKinds } from './loaded-kinds';
import { noteSave } from './note-save';
import { notificationPreferences } from './notification-preferences';
import { notificationsRead } from './notifications-read';
import { partnerAccept } from './partner-accept';
import { partnerAnswer } from './partner-answer';
import { partnerAsk } from './partner-ask';
import { partnerWithdraw } from './partner-withdraw';
import { paymentKeySet } from './payment-key-set';
import { postCreate } from './post-create';
import { postRemove } from './post-remove';
import { profileUpdate } from './profile-update';
import { pushRelease } from './push-release';
import { reportCreate } from './report-create';
import { reportVisitor } from './report-visitor';
import { slugSet } from './slug-set';
import { stepMark } from './step-mark';
import { stepReview } from './step-review';

export const KINDS = {
  'profile.update': profileUpdate,
  'notifications.read': notificationsRead,
  'notifications.preferences': notificationPreferences,
  'lead.create': leadCreate,
  'lead.match': leadMatch,
  'lesson_request.create': lessonRequestCreate,
  'lesson_request.answer': lessonRequestAnswer,
  'lesson_request.cancel': lessonRequestCancel,
  'lesson.propose': lessonPropose,
  'lesson.move': lessonMove,
  'lesson.confirm': lessonConfirm,
  'lesson.withdraw': lessonWithdraw,
  'lesson.call_off': lessonCallOff,
  'lesson.outcome': lessonOutcome,
  'payment_key.set': paymentKeySet,
  'note.save': noteSave,
  'homework.tick': homeworkTick,
  'step.mark': stepMark,
  'step.review': stepReview,
  'event.propose': eventPropose,
  'event.confirm': eventConfirm,
  'event.call_off': eventCallOff,
  'going.set': goingSet,
  'partner.ask': partnerAsk,
  'partner.withdraw': partnerWithdraw,
  'partner.answer': partnerAnswer,
  'partner.accept': partnerAccept,
  'evaluation.reply': evaluationReply,
  'evaluation.save': evaluationSave,
  'favourite.set': favouriteSet,
  'alert.set': alertSet,
  'alert.visitor': alertVisitor,
  'alert.stop': alertStop,
  'block.set': blockSet,
  'report.create': reportCreate,
  'report.visitor': reportVisitor,
  'post.create': postCreate,
  'post.remove': postRemove,
  'push.release': pushRelease,
  'slug.set': slugSet,
} as const;

export type KindName = keyof typeof KINDS;
export type PayloadOf<K extends KindName> = PayloadIn<(typeof KINDS)[K]['schema']>;

/** A draft whose payload fits its kind. */
export type DraftOf<K extends KindName> = Draft<PayloadOf<K>> & { kind: K };

const BY_NAME: Readonly<Record<string, Kind<unknown>>> = KINDS;

/**
 * The kind, and the command with its payload upgraded to this release. Null for a kind or payload that only another
 * release knows.
 */
export function known(command: Command): { kind: Kind<unknown>; command: Command } | null {
  const kind = kindNamed(command.kind);
  if (!kind || command.version > kind.version) return null;
  if (command.version === kind.version) return { kind, command };
  const payload = kind.upgrade ? kind.upgrade(command.payload, command.version) : command.payload;
  return { kind, command: { ...command, payload, version: kind.version } };
}

export function kindNamed(name: string): Kind<unknown> | null {
  return Object.hasOwn(KINDS, name) ? (BY_NAME[name] ?? null) : null;
}

/** Rows whose earlier writes go before the command, even if they fail. */
export function precedingOf(command: Command): Entity[] {
  const found = known(command);
  return found?.kind.after?.(found.command.payload) ?? [];
}

/** Rows that must exist on the server before the command is sent: none for an unknown kind. */
export function parentsOf(command: Command): Entity[] {
  const found = known(command);
  return found?.kind.parents?.(found.command.payload) ?? [];
}

// Texts about commands need the kinds only once there are commands, which nothing reads without this file.
setKinds({ kindNamed, known });
