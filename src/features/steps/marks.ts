/** Marks and reviews of steps, with the writes that the replica does not hold yet applied. Pure. */
import type { NotebookRow, StepMark } from '@/db/rows/notebook-fields';
import type { Versioned } from '@/db/rows/row-check';
import { stepMark } from '@/outbox/commands/step-mark';
import { stepReview } from '@/outbox/commands/step-review';
import { isOverlaid } from '@/outbox/overlay';
import { isOf, type StoredCommand } from '@/outbox/stored-command';
import type { LoggedReview } from './schedule';

type Row = Versioned<NotebookRow>;

export interface ShownMark extends StepMark {
  /** The person's last write on this mark that this device still has. */
  write: StoredCommand | null;
}

/** The mark of every step that the person has marked. */
export function marksOf(
  rows: readonly Row[],
  commands: readonly StoredCommand[],
): ReadonlyMap<string, ShownMark> {
  const marks = new Map<string, ShownMark>();
  const versions = new Map<string, number>();
  for (const row of rows) {
    if (row.kind !== 'mark') continue;
    marks.set(row.data.step, { ...row.data, write: null });
    versions.set(row.data.step, row.version);
  }
  for (const command of commands.filter(isOf('step.mark'))) {
    const { step } = command.payload;
    const before = marks.get(step);
    if (isOverlaid(command, versions.get(step) ?? 0)) {
      marks.set(step, { ...stepMark.apply(before ?? null, command), write: command });
    } else if (command.status === 'rejected') {
      marks.set(step, { ...(before ?? { step, state: null, at: command.payload.at }), write: command });
    }
  }
  return marks;
}

/** Every review once: a delivered one is its command until the row is here. */
export function reviewsOf(rows: readonly Row[], commands: readonly StoredCommand[]): LoggedReview[] {
  const held = rows.flatMap((row) => (row.kind === 'review' ? [{ ...row.data, id: row.id }] : []));
  const known = new Set(held.map(({ id }) => id));
  const waiting = commands
    .filter(isOf('step.review'))
    .filter((command) => !known.has(command.id) && isOverlaid(command, 0))
    .map((command) => ({ ...stepReview.apply(null, command), id: command.id }));
  return [...held, ...waiting];
}
