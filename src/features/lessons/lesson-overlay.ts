/** The person's lessons, with the writes that the replica does not hold yet applied. Pure. */

import { bySoonest, isMeant, otherSide, proposalOf } from '@/db/lessons/lesson-rules';
import { singleLessons } from '@/db/lessons/lesson-times';
import type { LessonRow } from '@/db/rows/lesson-fields';
import type { Versioned } from '@/db/rows/row-check';
import { lessonCallOff } from '@/outbox/commands/lesson-call-off';
import { lessonConfirm } from '@/outbox/commands/lesson-confirm';
import { lessonMove } from '@/outbox/commands/lesson-move';
import { lessonOutcome } from '@/outbox/commands/lesson-outcome';
import { firstLessonId, lessonPropose } from '@/outbox/commands/lesson-propose';
import { lessonWithdraw } from '@/outbox/commands/lesson-withdraw';
import { overlaid } from '@/outbox/overlay';
import { isOf, type StoredCommand } from '@/outbox/stored-command';

export interface ShownLesson extends Versioned<LessonRow> {
  /** The person's last write on the lesson that this device still has; a refused one takes precedence. */
  write: StoredCommand | null;
  /** The replica holds the lesson, so the server has it. */
  stored: boolean;
}

type Row = Versioned<LessonRow>;

/** Soonest first. Includes lessons that the server refused to create: see `write`. */
export function overlaidLessons(rows: readonly Row[], commands: readonly StoredCommand[]): ShownLesson[] {
  const known = new Set(rows.map(({ id }) => id));
  const created = commands
    .filter(isPropose)
    .filter(({ ack }) => !ack?.settled)
    .flatMap((command) => lessonPropose.apply(null, command))
    .filter(({ id }) => !known.has(id));
  const open = leftOpen(rows, commands);
  return [
    ...rows.map((row) => shown(row, commands, open, true)),
    ...created.map((row) => shown(row, commands, open, false)),
  ].sort(bySoonest);
}

/** Ids of lessons, by command. */
type Named = ReadonlyMap<string, ReadonlySet<string>>;

/** The lessons of a series that a confirmation leaves open, since there is another one at their time. */
function leftOpen(rows: readonly Row[], commands: readonly StoredCommand[]): Named {
  const open = new Map<string, ReadonlySet<string>>();
  for (const { id, kind, payload, createdAt, ack } of commands) {
    if (kind !== 'lesson.confirm' || payload.scope === 'one') continue;
    const wanted = rows.flatMap((row) => {
      const proposal = isMeant(row, payload, createdAt) ? proposalOf(row, otherSide(row.side)) : null;
      return proposal?.id === payload.proposalId ? [{ ...proposal, lessonId: row.id }] : [];
    });
    const isPair = ({ request_id }: LessonRow) => request_id === payload.requestId;
    const ids = ack
      ? ack.answer.lesson_ids
      : singleLessons(wanted, payload.lessonId, { rows, isPair, now: createdAt });
    if (!Array.isArray(ids)) continue;
    open.set(id, new Set(wanted.map(({ lessonId }) => lessonId).filter((one) => !ids.includes(one))));
  }
  return open;
}

function shown(row: Row, commands: readonly StoredCommand[], open: Named, stored: boolean): ShownLesson {
  const writes = commands.filter((command) => isAbout(command, row) && !open.get(command.id)?.has(row.id));
  const write = writes.find(({ status }) => status === 'rejected') ?? writes.at(-1) ?? null;
  return { ...overlaid(row, row.version, writes, withChange), write, stored };
}

const isPropose = isOf('lesson.propose');

/** The command by which the lesson was proposed, if the server refused it: no other write on the lesson can be sent. */
export function refusedPropose({ write, stored }: Pick<ShownLesson, 'write' | 'stored'>) {
  return !stored && write && isPropose(write) && write.status === 'rejected' ? write : null;
}

/** The id of the lesson on which a write's state is shown: the one that it names, the first of a proposed series. */
export function shownOn(write: StoredCommand): string | null {
  switch (write.kind) {
    case 'lesson.propose':
      return firstLessonId(write.payload);
    case 'lesson.outcome':
    case 'lesson.move':
    case 'lesson.confirm':
    case 'lesson.withdraw':
    case 'lesson.call_off':
      return write.payload.lessonId;
    default:
      return null;
  }
}

/** Whether the server refused a write that is shown on this lesson. */
export const isRefused = ({ id, write }: ShownLesson): boolean =>
  write?.status === 'rejected' && shownOn(write) === id;

function isAbout(command: StoredCommand, { id, series_id, series_index }: Row): boolean {
  switch (command.kind) {
    case 'lesson.propose':
      return command.payload.id === (series_id ?? id);
    case 'lesson.outcome':
      return command.payload.lessonId === id;
    case 'lesson.move':
    case 'lesson.confirm':
    case 'lesson.withdraw':
    case 'lesson.call_off': {
      const { lessonId, scope, seriesId, index } = command.payload;
      if (lessonId === id) return true;
      if (scope !== 'following' || seriesId === null || index === null) return false;
      return seriesId === series_id && series_index !== null && series_index > index;
    }
    default:
      return false;
  }
}

function withChange(row: Row, command: StoredCommand): Row {
  switch (command.kind) {
    case 'lesson.move':
      return lessonMove.apply(row, command);
    case 'lesson.confirm':
      return lessonConfirm.apply(row, command);
    case 'lesson.withdraw':
      return lessonWithdraw.apply(row, command);
    case 'lesson.call_off':
      return lessonCallOff.apply(row, command);
    case 'lesson.outcome':
      return lessonOutcome.apply(row, command);
    default:
      return row;
  }
}
