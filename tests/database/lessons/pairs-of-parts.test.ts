/**
 * Pairs of parts: what a running agreement with a lesson to come, and the right to evaluate, are to both sides after
 * something else happens to either of them. Each line says what the person's phone holds and would offer, what the server
 * takes, and what the person was told; phone and server have to agree.
 */
import { expect, it } from 'vitest';
import { evaluationRight } from '@/db/lessons/evaluation-rules';
import { GUARDIAN_TERMS } from '@/db/lessons/guardian-terms';
import type { RequestSide } from '@/db/rows/lesson-fields';
import type { LessonRequestRow } from '@/db/rows/lesson-rows';
import { isAgreed } from '@/features/lessons/overlay';
import type { TestDatabase } from '../../support/database.ts';
import { deleteAccount, refusal } from '../accounts/account-steps.ts';
import { agreed, lessonsOf, propose, termsIn } from './agreement-steps.ts';
import { agree, answer, type Couple, create, draft, evaluate, held, lessonWorld } from './lesson-steps.ts';
import { block, endBlocks, pullMarks, report } from './mark-steps.ts';
import { addLesson } from './settled-steps.ts';

let database: TestDatabase;
let couple: Couple;
lessonWorld((world) => {
  ({ database, couple } = world);
});

const SIDES = ['student', 'teacher'] as const;
const other = (side: RequestSide): RequestSide => (side === 'student' ? 'teacher' : 'student');
const suspend = (person: string) =>
  database.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [person]);
const revoke = (kind: string) =>
  database.query(
    'update public.teacher_checks set revoked_at = now() where teacher_id = $1 and kind = $2 and revoked_at is null',
    [couple.teacher, kind],
  );

/** The event, and whether the request is a guardian's. */
const PARTS: Record<string, { isGuardian?: true; happens(): Promise<unknown> }> = {
  nothing: { happens: async () => undefined },
  'a block by the student': { happens: () => block(database, couple.student, couple.teacher) },
  'a block by the teacher': { happens: () => block(database, couple.teacher, couple.student) },
  'a block by the student, hours later': {
    happens: async () => {
      await block(database, couple.student, couple.teacher);
      await endBlocks(database);
    },
  },
  'a block by the teacher, hours later': {
    happens: async () => {
      await block(database, couple.teacher, couple.student);
      await endBlocks(database);
    },
  },
  'a report by the student': {
    happens: () => report(database, couple.student, { target_id: couple.teacher, reason: 'unsafe' }),
  },
  'a report by the teacher': {
    happens: () => report(database, couple.teacher, { target_id: couple.student, reason: 'unsafe' }),
  },
  'the suspension of the student': { happens: () => suspend(couple.student) },
  'the suspension of the teacher': { happens: () => suspend(couple.teacher) },
  'the deletion of the student': { happens: () => deleteAccount(database, couple.student) },
  'the deletion of the teacher': { happens: () => deleteAccount(database, couple.teacher) },
  'the end of the identity’s check': { happens: () => revoke('identity') },
  'the end of the background’s check': { isGuardian: true, happens: () => revoke('background') },
  'a closed city': {
    happens: () => database.query('update public.cities set active = false'),
  },
  'a pause of the teacher': {
    happens: () =>
      database.query('update public.teachers set is_paused = true where id = $1', [couple.teacher]),
  },
  'a guardian’s request': { isGuardian: true, happens: async () => undefined },
};

/** As before, and nothing was said. */
const AS_BEFORE = 'Aceito, confirmed, contact | proposes, evaluates | yes, yes | no news';

/**
 * By part: what each side holds | what the phone offers | what the server answers to a proposal and to an evaluation | what
 * the side was told. A phone offers no proposal to somebody whom its person blocks. The server refuses everything to the
 * suspended, whose phones know it from the refusal, and lessons of a guardian's request without the check of background,
 * which both phones say above the lessons.
 */
const EXPECTED: Record<string, Record<RequestSide, string>> = {
  nothing: { student: AS_BEFORE, teacher: AS_BEFORE },
  'a block by the student': {
    student: 'Aceito, confirmed, contact | evaluates | yes, yes | no news',
    teacher: AS_BEFORE,
  },
  'a block by the teacher': {
    student: AS_BEFORE,
    teacher: 'Aceito, confirmed, contact | evaluates | yes, yes | no news',
  },
  'a block by the student, hours later': {
    student: 'Aceito, ended, called_off | evaluates | request_not_accepted, yes | no news',
    teacher: 'Aceito, ended, called_off | evaluates | request_not_accepted, yes | Aulas encerradas',
  },
  'a block by the teacher, hours later': {
    student: 'Aceito, ended, called_off | evaluates | request_not_accepted, yes | Aulas encerradas',
    teacher: 'Aceito, ended, called_off | evaluates | request_not_accepted, yes | no news',
  },
  'a report by the student': { student: AS_BEFORE, teacher: AS_BEFORE },
  'a report by the teacher': { student: AS_BEFORE, teacher: AS_BEFORE },
  'the suspension of the student': {
    student: 'Aceito, confirmed, contact | proposes, evaluates | account_banned, account_banned | no news',
    teacher: 'Aceito, confirmed, contact | proposes, evaluates | yes, yes | Confirme as próximas aulas',
  },
  'the suspension of the teacher': {
    student: 'Aceito, confirmed, contact | proposes, evaluates | yes, yes | Confirme as próximas aulas',
    teacher: 'Aceito, confirmed, contact | proposes, evaluates | account_banned, account_banned | no news',
  },
  'the deletion of the student': {
    student: 'gone',
    teacher: 'Cancelado, called_off | nothing | request_not_accepted, profile_missing | Pedido encerrado',
  },
  'the deletion of the teacher': {
    student: 'Cancelado, called_off | nothing | request_not_accepted, profile_missing | Pedido encerrado',
    teacher: 'gone',
  },
  'the end of the identity’s check': {
    student:
      'Aceito, confirmed, contact | proposes, evaluates | yes, yes | O perfil do professor está fora do ar',
    teacher: AS_BEFORE,
  },
  'the end of the background’s check': {
    student:
      'Aceito, confirmed, contact | proposes, evaluates | background_unchecked, yes | A conferência de antecedentes foi retirada',
    teacher:
      'Aceito, confirmed, contact | proposes, evaluates | background_unchecked, yes | Uma conferência foi retirada',
  },
  'a closed city': { student: AS_BEFORE, teacher: AS_BEFORE },
  'a pause of the teacher': { student: AS_BEFORE, teacher: AS_BEFORE },
  'a guardian’s request': { student: AS_BEFORE, teacher: AS_BEFORE },
};

interface Arranged {
  request: string;
  /** A confirmed lesson in a week. */
  lesson: string;
}

const noticesOf = (person: string) =>
  database.query<{ id: string; title: string }>(
    'select id, title from public.notifications where user_id = $1 and not _deleted order by created_at, id',
    [person],
  );

async function arrange(isGuardian: boolean): Promise<Arranged> {
  if (!isGuardian) {
    const request = await agree(database, couple);
    await addLesson(database, request, 'held');
    return { request, lesson: await agreed(database, couple, request) };
  }
  await database.query(
    `insert into public.teacher_checks (teacher_id, kind, checked_at, recorded_at) values ($1, 'background', now(), now())`,
    [couple.teacher],
  );
  const { request_id: request } = await create(
    database,
    couple.student,
    draft(couple, { guardian_terms: GUARDIAN_TERMS }),
  );
  await answer(database, couple.teacher, request, 'accept');
  await addLesson(database, request, 'held');
  return { request, lesson: await agreed(database, couple, request) };
}

const hintOf = async (act: () => Promise<unknown>) => {
  const refused = await refusal(act);
  return refused === null ? 'yes' : refused.hint || refused.code;
};

/** The rows and rights of one side; null for an account that is gone. */
async function told(side: RequestSide, { request, lesson }: Arranged, before: readonly string[]) {
  const person = couple[side];
  const [there] = await database.query('select from auth.users where id = $1', [person]);
  if (!there) return null;
  const row = (await held(database, person, request)) as unknown as LessonRequestRow | undefined;
  const lessons = await lessonsOf(database, person);
  const coming = lessons.find(({ id }) => id === lesson);
  const isBlocked = (await pullMarks(database, person)).rows.some(
    (mark) => mark.person_id === couple[other(side)] && !('teacher_id' in mark && mark.teacher_id),
  );
  const news = (await noticesOf(person)).filter(({ id }) => !before.includes(id)).map(({ title }) => title);
  const holds = [
    row?.status ?? 'no request',
    row?.ended_at && 'ended',
    coming?.status ?? 'no lesson',
    row?.other_whatsapp && 'contact',
  ];
  const offers = row && [
    isAgreed(row) && !isBlocked && 'proposes',
    evaluationRight({ request: row, lessons, written: null, isBlocked }, Date.now()).may && 'evaluates',
  ];
  return {
    holds: listed(holds),
    offers: listed(offers ?? []) || 'nothing',
    news: news.join('; ') || 'no news',
  };
}

const listed = (words: readonly unknown[]) => words.filter(Boolean).join(', ');

async function taken(side: RequestSide, request: string): Promise<string> {
  const person = couple[side];
  // Each at a time of its own: the two are in one lesson at a time.
  const terms = termsIn(side === 'student' ? 9 : 10);
  const proposes = await hintOf(() => propose(database, person, request, { terms }));
  return `${proposes}, ${await hintOf(() => evaluate(database, person, request))}`;
}

it.each(Object.keys(PARTS))('a lesson and an evaluation × %s', async (name) => {
  const { isGuardian = false, happens } = PARTS[name] ?? { happens: () => Promise.reject() };
  const ids = await arrange(isGuardian);
  const before: Record<RequestSide, string[]> = { student: [], teacher: [] };
  for (const side of SIDES) before[side] = (await noticesOf(couple[side])).map(({ id }) => id);
  await happens();
  // Both are read before either tries anything.
  const has = {
    student: await told('student', ids, before.student),
    teacher: await told('teacher', ids, before.teacher),
  };
  const seen: Partial<Record<RequestSide, string>> = {};
  for (const side of SIDES) {
    const one = has[side];
    seen[side] = one ? [one.holds, one.offers, await taken(side, ids.request), one.news].join(' | ') : 'gone';
  }
  if (name === 'a closed city') await database.query('update public.cities set active = true');
  expect(seen).toEqual(EXPECTED[name]);
});
