/**
 * Two phones of one person, or two people, write about the same thing without a connection: the rule by which the server
 * decides between them, for every kind of write. tests/database/replication/last-writers.test.ts walks the table.
 */
import type { KindName } from './commands/kinds';

export type ConflictRule =
  /** A field that is overwritten: the write that was written later counts, whichever arrives first (app.is_latest). */
  | 'later'
  /** The write names what its author saw. Another one that counts by then is kept, or the write is refused with a reason. */
  | 'seen'
  /** A step of a state machine: what no longer fits is refused with a reason (db/rows/lesson-fields.ts). */
  | 'state'
  /** Adds a row, or makes a change that has no opposite: order does not matter. */
  | 'adds'
  /** One author, one text, and the last to arrive counts: what it overwrites stays with its author's other phone. */
  | 'arrival';

export const CONFLICTS = {
  'profile.update': 'later',
  'notifications.read': 'adds',
  'notifications.preferences': 'later',
  'lead.create': 'adds',
  'lead.match': 'adds',
  'lesson_request.create': 'adds',
  'lesson_request.answer': 'state',
  'lesson_request.cancel': 'state',
  'lesson.propose': 'adds',
  'lesson.move': 'state',
  'lesson.confirm': 'seen',
  'lesson.withdraw': 'seen',
  'lesson.call_off': 'state',
  'lesson.outcome': 'later',
  'payment_key.set': 'later',
  'note.save': 'seen',
  'homework.tick': 'later',
  'step.mark': 'later',
  'step.review': 'adds',
  'event.propose': 'arrival',
  'event.confirm': 'adds',
  'event.call_off': 'later',
  'going.set': 'later',
  'partner.ask': 'adds',
  'partner.withdraw': 'adds',
  'partner.answer': 'adds',
  'partner.accept': 'state',
  'evaluation.reply': 'arrival',
  'evaluation.save': 'arrival',
  'favourite.set': 'later',
  'alert.set': 'later',
  'alert.visitor': 'arrival',
  'alert.stop': 'adds',
  'block.set': 'later',
  'report.create': 'arrival',
  'report.visitor': 'adds',
  'post.create': 'adds',
  'post.remove': 'adds',
  'push.release': 'adds',
  'slug.set': 'later',
} as const satisfies Record<KindName, ConflictRule>;
