/** A server of lessons in memory, by the rules of src/db/lessons/lesson-rules.ts, for tests of two writers. */

import {
  callOff,
  confirmTerms,
  isMeant,
  proposalOf,
  proposeTerms,
  type Ruling,
  tellOutcome,
  timed,
  withdrawTerms,
} from '@/db/lessons/lesson-rules';
import { singleLessons, timeClashes, type WantedTime } from '@/db/lessons/lesson-times';
import type {
  LessonOutcome,
  LessonRow,
  LessonScope,
  LessonTerms,
  RequestSide,
} from '@/db/rows/lesson-fields';
import type { Versioned } from '@/db/rows/row-check';
import { lessonPropose } from '@/outbox/commands/lesson-propose';
import type { StoredCommand } from '@/outbox/stored-command';

export type Verdict = { hint: string } | { version: number; lesson_ids: string[]; merged: boolean };

type Row = Versioned<LessonRow>;

const wantedBy = (side: RequestSide) => (row: Row) => {
  const proposal = proposalOf(row, side);
  return proposal ? [{ lessonId: row.id, ...proposal }] : [];
};

export class LessonServer {
  readonly rows = new Map<string, Row>();
  private readonly log = new Map<string, Verdict>();
  private version = 0;
  /** The executed commands, in order. */
  readonly journal: { side: RequestSide; command: StoredCommand; lessonIds: string[] }[] = [];
  /** How often each command was executed. */
  readonly executed = new Map<string, number>();

  constructor(public now: number) {}

  /** The lessons as a side's phone pulls them. */
  pull(side: RequestSide): Row[] {
    return [...this.rows.values()].map((row) => ({ ...row, side }));
  }

  receive(side: RequestSide, command: StoredCommand): Verdict {
    const known = this.log.get(command.id);
    if (known) return known;
    const verdict = this.execute(side, command);
    // A refusal is rolled back with its command.
    if (!('hint' in verdict)) {
      this.log.set(command.id, verdict);
      this.journal.push({ side, command, lessonIds: verdict.lesson_ids });
      this.executed.set(command.id, (this.executed.get(command.id) ?? 0) + 1);
    }
    return verdict;
  }

  private execute(side: RequestSide, command: StoredCommand): Verdict {
    if (command.kind === 'lesson.propose') return this.create(command);
    switch (command.kind) {
      case 'lesson.move':
        return this.change(side, command, command.payload, (row) =>
          proposeTerms(row, side, this.moved(row, command.id, command.payload), this.now),
        );
      case 'lesson.confirm':
        return this.change(side, command, command.payload, (row) =>
          confirmTerms(row, side, command.payload.proposalId, this.now),
        );
      case 'lesson.withdraw':
        return this.change(side, command, command.payload, (row) =>
          withdrawTerms(row, side, command.payload.proposalId),
        );
      case 'lesson.call_off':
        return this.change(side, command, command.payload, (row) => callOff(row, side, this.now));
      case 'lesson.outcome':
        return this.change(side, command, { ...command.payload, scope: 'one' }, (row) =>
          tellOutcome(row, side, command.payload.outcome, this.now),
        );
      default:
        throw new Error(`${command.kind} is no command of lessons`);
    }
  }

  private moved(row: Row, id: string, { terms, index }: { terms: LessonTerms; index: number | null }) {
    const weeks = row.series_index === null || index === null ? 0 : row.series_index - index;
    return { ...timed(terms, weeks), id, proposed_at: this.moment() };
  }

  private create(command: Extract<StoredCommand, { kind: 'lesson.propose' }>): Verdict {
    const rows = lessonPropose.apply(null, { ...command, createdAt: this.now });
    const [first] = rows;
    const proposal = first?.student_proposal ?? first?.teacher_proposal;
    if (!proposal || Date.parse(proposal.starts_at) <= this.now) return { hint: 'start_passed' };
    if (rows.some(({ id }) => this.rows.has(id))) return { hint: 'lesson_exists' };
    const clashes = timeClashes(rows.flatMap(wantedBy(command.payload.side)), this.known());
    return clashes.size > 0 ? { hint: 'lesson_doubled' } : this.write(rows, false);
  }

  private change(
    side: RequestSide,
    { base, kind }: StoredCommand,
    named: Parameters<typeof isMeant>[1],
    rule: (row: Row) => Ruling<Row>,
  ): Verdict {
    const row = this.rows.get(named.lessonId);
    if (!row) return { hint: 'lesson_unknown' };
    const first = rule(row);
    if (typeof first === 'string') return { hint: first };
    const others = [...this.rows.values()]
      .filter((one) => one.id !== row.id && isMeant(one, named, this.now))
      .map(rule)
      .filter((one): one is Row => typeof one !== 'string');
    const merged = base !== null && row.version > base;
    if (kind === 'lesson.move') {
      const clashes = timeClashes([first, ...others].flatMap(wantedBy(side)), this.known());
      if (clashes.size > 0) return { hint: 'lesson_doubled' };
    }
    if (kind === 'lesson.confirm') {
      const wanted: WantedTime[] = [first, ...others].flatMap(({ id, agreed }) =>
        agreed ? [{ lessonId: id, ...agreed }] : [],
      );
      const ids = singleLessons(wanted, row.id, this.known());
      if (typeof ids === 'string') return { hint: ids };
      return this.write([first, ...others.filter(({ id }) => ids.includes(id))], merged);
    }
    return this.write([first, ...others], merged);
  }

  /** All lessons are of one pair. */
  private known = () => ({ rows: [...this.rows.values()], isPair: () => true, now: this.now });

  private write(rows: Row[], merged: boolean): Verdict {
    this.version += 1;
    for (const row of rows) this.rows.set(row.id, { ...row, version: this.version });
    return { version: this.version, lesson_ids: rows.map(({ id }) => id), merged };
  }

  private moment = () => new Date(this.now).toISOString();
}

/** The acts that a person may choose next for a lesson; `terms` starts so many days after the model's beginning. */
export type Act =
  | { kind: 'propose'; days: number; weeks: number }
  | { kind: 'move'; pick: number; days: number; scope: LessonScope }
  | { kind: 'confirm'; pick: number; scope: LessonScope }
  | { kind: 'withdraw'; pick: number; scope: LessonScope }
  | { kind: 'call_off'; pick: number; scope: LessonScope }
  | { kind: 'outcome'; pick: number; outcome: LessonOutcome };
