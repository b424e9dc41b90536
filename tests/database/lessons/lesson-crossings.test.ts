/** Every pair of writes about a lesson or a request that cross, in both orders: src/db/lessons/lesson-crossings.ts. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type CrossingWrite,
  LESSON_CROSSINGS,
  LESSON_SITUATIONS,
  type LessonSituation,
  REQUEST_CROSSINGS,
  type Standing,
} from '../../../src/db/lessons/lesson-crossings.ts';
import type { TestDatabase } from '../../support/database.ts';
import { refusal } from '../accounts/account-steps.ts';
import {
  agreed,
  callOff,
  confirm,
  type HeldLesson,
  lessonsOf,
  move,
  propose,
  termsIn,
  withdraw,
} from './agreement-steps.ts';
import {
  agree,
  answer,
  ask,
  type Couple,
  cancel,
  held,
  inbox,
  lessonWorld,
  statusOf,
} from './lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
lessonWorld((world) => {
  ({ database, couple } = world);
});

type Side = 'student' | 'teacher';
/** The days from now of what each side proposes: before and in the crossing, and what was agreed at first. */
const DAYS = { first: 3, student: { old: 5, new: 6 }, teacher: { old: 8, new: 9 } };
const OTHER = { student: 'teacher', teacher: 'student' } as const;

interface Begun {
  id: string;
  proposals: Partial<Record<Side, string>>;
}

async function begin(situation: LessonSituation): Promise<Begun> {
  const request = await agree(database, couple);
  const offer = (side: Side, id: string) =>
    move(database, couple[side], id, termsIn(DAYS[side].old)).then(({ command_id }) => command_id);
  if (situation === 'confirmed' || situation === 'change-proposed') {
    const id = await agreed(database, couple, request, termsIn(DAYS.first));
    return { id, proposals: situation === 'confirmed' ? {} : { student: await offer('student', id) } };
  }
  const { lesson_ids, command_id } = await propose(database, couple.student, request, {
    terms: termsIn(DAYS.student.old),
  });
  const id = lesson_ids[0] ?? '';
  return situation === 'proposed'
    ? { id, proposals: { student: command_id } }
    : { id, proposals: { student: command_id, teacher: await offer('teacher', id) } };
}

const lessonFor = async (side: Side, id: string): Promise<HeldLesson> => {
  const row = (await lessonsOf(database, couple[side])).find((one) => one.id === id);
  if (!row) throw new Error('no such lesson');
  return row;
};

/** Writes as the author saw the lesson; returns how it was refused. */
async function write(side: Side, what: CrossingWrite, { id, proposals }: Begun, base: number) {
  const person = couple[side];
  const given = { base };
  const named = (of: Side) => proposals[of] ?? randomUUID();
  return refusal(() => {
    switch (what) {
      case 'move':
        return move(database, person, id, termsIn(DAYS[side].new), 'one', given);
      case 'confirm':
        return confirm(database, person, id, named(OTHER[side]), 'one', given);
      case 'withdraw':
        return withdraw(database, person, id, named(side), 'one', given);
      case 'call_off':
        return callOff(database, person, id, 'one', given);
    }
  });
}

/** How the lesson stands, in the words of the table. */
async function standing(id: string): Promise<Standing> {
  const row = await lessonFor('student', id);
  const dayOf = (days: number) => termsIn(days).starts_local;
  if (row.status === 'called_off') return { status: 'called_off' };
  const open = (side: Side) => {
    const proposal = row[`${side}_proposal`];
    if (!proposal) return null;
    return proposal.starts_local === dayOf(DAYS[side].new) ? 'new' : 'old';
  };
  const [student, teacher] = [open('student'), open('teacher')];
  const names = {
    [dayOf(DAYS.first)]: 'first',
    [dayOf(DAYS.student.old)]: 'student',
    [dayOf(DAYS.teacher.old)]: 'teacher',
  };
  return {
    status: row.status as Standing['status'],
    ...(row.agreed && { agreed: names[row.agreed.starts_local] as Standing['agreed'] }),
    ...(student && { student }),
    ...(teacher && { teacher }),
  } as Standing;
}

const WRITES = ['move', 'confirm', 'withdraw', 'call_off'] as const;
/** The writes that a side's screen offers in a situation. */
const offered = (situation: LessonSituation, side: Side) =>
  WRITES.filter((what) => {
    const open = {
      proposed: ['student'],
      'both-proposed': ['student', 'teacher'],
      confirmed: [],
      'change-proposed': ['student'],
    };
    const has = (of: Side) => (open[situation] as Side[]).includes(of);
    return what === 'confirm' ? has(OTHER[side]) : what === 'withdraw' ? has(side) : true;
  });

const PAIRS = LESSON_SITUATIONS.flatMap((situation) =>
  offered(situation, 'student').flatMap((students) =>
    offered(situation, 'teacher').map((teachers) => ({ situation, students, teachers })),
  ),
);

describe('lessons', () => {
  it.each(PAIRS)('$situation: $students of the student and $teachers of the teacher', async (pair) => {
    const stands = LESSON_CROSSINGS[pair.situation][pair.students]?.[pair.teachers];
    expect(stands).toBeDefined();
    const calledOffBy = new Set<string | null>();
    for (const order of [
      ['student', 'teacher'],
      ['teacher', 'student'],
    ] as const) {
      const begun = await begin(pair.situation);
      const seen = {
        student: (await lessonFor('student', begun.id))._xid,
        teacher: (await lessonFor('teacher', begun.id))._xid,
      };
      const before = {
        student: (await inbox(database, couple.student)).length,
        teacher: (await inbox(database, couple.teacher)).length,
      };
      const refused: Partial<Record<Side, boolean>> = {};
      for (const side of order) {
        const what = side === 'student' ? pair.students : pair.teachers;
        refused[side] = (await write(side, what, begun, seen[side])) !== null;
      }
      expect({ order, stands: await standing(begun.id) }).toEqual({ order, stands });
      calledOffBy.add((await lessonFor('student', begun.id)).called_off_by);
      // The first one's write has arrived, and the other side reads of it.
      expect(refused[order[0]]).toBe(false);
      expect((await inbox(database, couple[order[1]])).length).toBeGreaterThan(before[order[1]]);
      // The other one's is refused, with what it says on its card, or the first one is told of it.
      if (!refused[order[1]]) {
        expect((await inbox(database, couple[order[0]])).length).toBeGreaterThan(before[order[0]]);
      }
      await database.query(
        `update public.lesson_requests set status = 'Cancelado', cancelled_by = 'student' where student_id = $1 and status = 'Aceito'`,
        [couple.student],
      );
    }
    // Each reads who ended it: in both orders the same.
    expect(calledOffBy.size).toBe(1);
    if (pair.students === pair.teachers && stands?.status === 'called_off')
      expect([...calledOffBy]).toEqual(['both']);
  });
});

describe('requests', () => {
  const work = (side: Side, what: string, request: string, base: number) => {
    const person = couple[side];
    if (what === 'cancel') return cancel(database, person, request, { base });
    if (what === 'propose') return propose(database, person, request);
    return answer(database, person, request, what, { base });
  };
  const pairs = Object.entries(REQUEST_CROSSINGS).flatMap(([status, table]) =>
    Object.entries<Record<string, string>>(table).flatMap(([students, more]) =>
      Object.entries(more).map(([teachers, stands]) => ({ status, students, teachers, stands })),
    ),
  );
  it.each(pairs)('$status: $students of the student and $teachers of the teacher', async (pair) => {
    for (const order of [
      ['student', 'teacher'],
      ['teacher', 'student'],
    ] as const) {
      const request = await (pair.status === 'Aceito' ? agree : ask)(database, couple);
      const seen = {
        student: (await held(database, couple.student, request))?._xid ?? 0,
        teacher: (await held(database, couple.teacher, request))?._xid ?? 0,
      };
      let last: Awaited<ReturnType<typeof refusal>> = null;
      for (const side of order) {
        const what = side === 'student' ? pair.students : pair.teachers;
        last = await refusal(() => work(side, what, request, seen[side]));
      }
      // Who cancels second reads that the other side did.
      if (pair.students === pair.teachers) expect(last).toMatchObject({ detail: 'theirs' });
      const status = await statusOf(database, request);
      expect(status).toBe(
        pair.stands === 'closed' ? (order[0] === 'student' ? 'Cancelado' : 'Recusado') : pair.stands,
      );
      const open = (await lessonsOf(database, couple.student)).filter(
        ({ status: one }) => one !== 'called_off',
      );
      expect(open).toEqual([]);
    }
  });
});
