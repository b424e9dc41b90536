/** Requests of a guardian for a person under age: only teachers with an unexpired check of background, with accepted terms. */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { GUARDIAN_TERMS, lacksBackground } from '@/db/lessons/guardian-terms';
import { checksFrom } from '@/db/rows/checks';
import type { TestDatabase } from '../../support/database.ts';
import { callAs, refusal } from '../accounts/account-steps.ts';
import { agreed, callOff, confirm, move, propose, termsIn, withdraw } from './agreement-steps.ts';
import {
  answer,
  ask,
  type Couple,
  cancel,
  create,
  createCouple,
  draft,
  held,
  inbox,
  lessonWorld,
  statusOf,
} from './lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;
lessonWorld((world) => {
  ({ database, couple, student, teacher } = world);
});

interface OwnCheck {
  kind: string;
  expires_on: string;
}

const DAY = `'1 day'::interval`;
const checkBackground = (person: string) =>
  database.query(
    `insert into public.teacher_checks (teacher_id, kind, checked_at, recorded_at) values ($1, 'background', now(), now())`,
    [person],
  );
const forMinor = (more: Record<string, unknown> = {}) =>
  draft(couple, { guardian_terms: GUARDIAN_TERMS, ...more });
const UNCHECKED = { code: 'PT409', hint: 'background_unchecked' };
/** Moves the calendar by which checks expire. */
const setToday = (days: number) =>
  database.query(
    `create or replace function app.today() returns date language sql stable set search_path = '' as $$
       select (now() at time zone 'America/Sao_Paulo')::date + ${days} $$`,
  );
afterEach(() => setToday(0));

describe('A guardian’s request', () => {
  it('[T043] reaches a teacher whose check of background holds, and says so to both with the accepted terms', async () => {
    await checkBackground(teacher);
    const request = forMinor();
    await create(database, student, request);
    const [row] = await database.query(
      `select guardian_terms, guardian_terms_at between now() - ${DAY} and now() as dated from public.lesson_requests where id = $1`,
      [request.id],
    );
    expect(row).toEqual({ guardian_terms: GUARDIAN_TERMS, dated: true });
    const own = await held(database, student, request.id);
    expect(own).toMatchObject({ guardian_terms: GUARDIAN_TERMS, guardian_terms_at: expect.any(String) });
    expect(await held(database, teacher, request.id)).toMatchObject({
      guardian_terms: GUARDIAN_TERMS,
      guardian_terms_at: null,
    });
    await answer(database, teacher, request.id, 'accept');
    expect(await statusOf(database, request.id)).toBe('Aceito');
    const mine = await callAs<{ lesson_requests: object[] }>(database, student, 'my_data()');
    expect(mine.lesson_requests).toEqual([expect.objectContaining({ guardian_terms: GUARDIAN_TERMS })]);
  });

  it('[T043] is refused without that check, after its end, and after it was revoked; nobody is told', async () => {
    const request = forMinor();
    expect(await refusal(() => create(database, student, request))).toMatchObject(UNCHECKED);
    await checkBackground(teacher);
    await setToday(400);
    // Identity holds for two years, background for six months.
    expect(await refusal(() => create(database, student, request))).toMatchObject(UNCHECKED);
    await setToday(0);
    await database.query(
      `update public.teacher_checks set revoked_at = now() where teacher_id = $1 and kind = 'background'`,
      [teacher],
    );
    expect(await refusal(() => create(database, student, request))).toMatchObject(UNCHECKED);
    expect(await statusOf(database, request.id)).toBeUndefined();
    expect((await inbox(database, teacher)).filter(({ kind }) => kind !== 'teacher.check_ended')).toEqual([]);
    // A request of the student's own needs no such check.
    await create(database, student, draft(couple));
  });

  it('holds on the last day of the check and no longer on the next', async () => {
    await checkBackground(teacher);
    const [end] = await database.query<{ days: number }>(
      `select expires_on - app.today() as days from public.teacher_checks where teacher_id = $1 and kind = 'background'`,
      [teacher],
    );
    const days = end?.days ?? 0;
    await setToday(days);
    expect(await refusal(() => create(database, student, forMinor()))).toMatchObject(UNCHECKED);
    await setToday(days - 1);
    await create(database, student, forMinor());
  });

  it('[T043] is not accepted once the check has ended, and may be declined or cancelled', async () => {
    await checkBackground(teacher);
    const request = forMinor();
    await create(database, student, request);
    await setToday(400);
    const command = randomUUID();
    const accept = () => answer(database, teacher, request.id, 'accept', { command });
    expect(await refusal(accept)).toMatchObject(UNCHECKED);
    expect(await statusOf(database, request.id)).toBe('Pendente');
    await setToday(0);
    await accept();
    expect(await statusOf(database, request.id)).toBe('Aceito');

    const other = await createCouple(database);
    await checkBackground(other.teacher);
    const asked = await create(database, other.student, draft(other, { guardian_terms: GUARDIAN_TERMS }));
    await setToday(400);
    await answer(database, other.teacher, asked.request_id, 'decline');
    expect(await statusOf(database, asked.request_id)).toBe('Recusado');
    await setToday(0);
    const again = await create(database, other.student, draft(other, { guardian_terms: GUARDIAN_TERMS }));
    await setToday(400);
    await cancel(database, other.student, again.request_id);
    expect(await statusOf(database, again.request_id)).toBe('Cancelado');
  });

  it('gets no further lessons once the check has ended; agreed ones stay and can be called off', async () => {
    await checkBackground(teacher);
    const request = forMinor();
    await create(database, student, request);
    await answer(database, teacher, request.id, 'accept');
    const kept = await agreed(database, couple, request.id);
    const {
      lesson_ids: [open = ''],
      command_id: proposal,
    } = await propose(database, student, request.id, { terms: termsIn(8) });
    await setToday(400);
    const another = { terms: termsIn(10) };
    for (const act of [
      () => propose(database, student, request.id, another),
      () => propose(database, teacher, request.id, another),
      () => move(database, teacher, kept, termsIn(9)),
      () => confirm(database, teacher, open, proposal),
    ]) {
      expect(await refusal(act)).toMatchObject(UNCHECKED);
    }
    await withdraw(database, student, open, proposal);
    await callOff(database, student, kept);
    await setToday(0);
    await propose(database, student, request.id);
  });

  const endChecks = () =>
    database.query(
      `update public.teacher_checks set revoked_at = now() where teacher_id = $1 and kind = 'background'`,
      [teacher],
    );
  /** Days until the check of background holds no longer. */
  const daysLeft = async () => {
    const [row] = await database.query<{ days: number }>(
      `select expires_on - app.today() as days from public.teacher_checks where teacher_id = $1 and kind = 'background'`,
      [teacher],
    );
    return row?.days ?? 0;
  };
  it.each<[string, boolean, boolean, () => Promise<unknown>]>([
    ['holds', true, false, async () => undefined],
    ['holds for one more day', true, false, async () => setToday((await daysLeft()) - 1)],
    ['has ended', true, true, async () => setToday(await daysLeft())],
    ['was revoked', true, true, endChecks],
    ['was revoked and renewed', true, false, () => endChecks().then(() => checkBackground(teacher))],
    ['was revoked, for the student’s own', false, false, endChecks],
  ])(
    'whose check %s is held up in the same commands by phone and server',
    async (_, isMinors, isLacking, end) => {
      const terms = { guardian_terms: isMinors ? GUARDIAN_TERMS : null };
      await checkBackground(teacher);
      const request = forMinor(terms);
      await create(database, student, request);
      await answer(database, teacher, request.id, 'accept');
      const kept = await agreed(database, couple, request.id);
      const [open, taken] = [
        await propose(database, student, request.id, { terms: termsIn(8) }),
        await propose(database, student, request.id, { terms: termsIn(12) }),
      ];
      const other = await database.createUser({ role: 'student', name: 'Rui Melo' });
      const waiting = await create(database, other, forMinor(terms));
      await end();

      const [known] = await database.query<{ own: OwnCheck[]; listed: string; days: number }>(
        `select p.checks as own, l.checks as listed,
         app.today() - (now() at time zone 'America/Sao_Paulo')::date as days
       from app.own_profiles p join public.teacher_listings l on l.id = p.id where p.id = $1`,
        [teacher],
      );
      const now = Date.now() + (known?.days ?? 0) * 86_400_000;
      const own = known?.own.map(({ kind, expires_on }) => ({ kind, until: expires_on })) ?? [];
      expect(lacksBackground(terms, own, now)).toBe(isLacking);
      expect(lacksBackground(terms, checksFrom(known?.listed), now)).toBe(isLacking);

      const hintOf = async (act: () => Promise<unknown>) => (await refusal(act))?.hint ?? null;
      const held = isLacking ? UNCHECKED.hint : null;
      expect({
        accept: await hintOf(() => answer(database, teacher, waiting.request_id, 'accept')),
        propose: await hintOf(() => propose(database, teacher, request.id, { terms: termsIn(20) })),
        move: await hintOf(() => move(database, teacher, kept, termsIn(9))),
        confirm: await hintOf(() => confirm(database, teacher, open.lesson_ids[0] ?? '', open.command_id)),
        withdraw: await hintOf(() =>
          withdraw(database, student, taken.lesson_ids[0] ?? '', taken.command_id),
        ),
        'call off': await hintOf(() => callOff(database, student, kept)),
        cancel: await hintOf(() => cancel(database, student, request.id)),
      }).toEqual({
        ...{ accept: held, propose: held, move: held, confirm: held },
        ...{ withdraw: null, 'call off': null, cancel: null },
      });
    },
  );

  it.each([
    ['an unknown version', '99'],
    ['the mark of a form whose terms are not accepted', 'não aceito'],
    ['another kind of value', true],
    ['a list', ['1']],
  ])('with %s as the accepted terms is refused', async (_which, guardian_terms) => {
    await checkBackground(teacher);
    const request = forMinor({ guardian_terms });
    expect(await refusal(() => create(database, student, request))).toMatchObject({ hint: 'invalid_value' });
    expect(await statusOf(database, request.id)).toBeUndefined();
  });

  it('with empty terms is one of the student’s own', async () => {
    const request = forMinor({ guardian_terms: null });
    await create(database, student, request);
    expect(await held(database, student, request.id)).toMatchObject({ guardian_terms: null });
  });

  it('keeps its mark and its time, whoever writes the row', async () => {
    await checkBackground(teacher);
    const request = forMinor();
    await create(database, student, request);
    const own = await ask(database, await createCouple(database));
    for (const change of [
      'guardian_terms = null, guardian_terms_at = null',
      `guardian_terms_at = guardian_terms_at + ${DAY}`,
    ]) {
      const write = () =>
        database.query(`update public.lesson_requests set ${change} where id = $1`, [request.id]);
      expect(await refusal(write)).toMatchObject({ hint: 'request_fixed' });
    }
    const mark = () =>
      database.query(
        `update public.lesson_requests set guardian_terms = '1', guardian_terms_at = now() where id = $1`,
        [own],
      );
    expect(await refusal(mark)).toMatchObject({ hint: 'request_fixed' });
  });

  it('to a teacher who has blocked the guardian reads like one who takes no requests, checked or not', async () => {
    await database.query(
      `insert into public.blocks (user_id, person_id, is_on, name, wished_at) values ($1, $2, true, 'X', now())`,
      [teacher, student],
    );
    const unchecked = await refusal(() => create(database, student, forMinor()));
    expect(unchecked).toMatchObject({ code: 'PT409', hint: 'teacher_unavailable' });
    await checkBackground(teacher);
    expect(await refusal(() => create(database, student, forMinor()))).toEqual(unchecked);
  });
});

describe('A wish of a guardian', () => {
  it('keeps its mark in every request that joins it, also from a phone that does not know it', async () => {
    await checkBackground(teacher);
    const first = forMinor();
    await create(database, student, first);
    const { teacher: unchecked } = await createCouple(database);
    const besides = (other: string) => draft({ ...couple, teacher: other }, { wish_id: first.id });
    expect(await refusal(() => create(database, student, besides(unchecked)))).toMatchObject(UNCHECKED);
    await checkBackground(unchecked);
    const second = besides(unchecked);
    await create(database, student, second);
    expect(await held(database, unchecked, second.id)).toMatchObject({ guardian_terms: GUARDIAN_TERMS });
  });
});

describe('the end of a check', () => {
  const tend = () => database.query('select public.tend_checks()');
  const kinds = async (person: string, kind: string) =>
    (await inbox(database, person)).filter((notice) => notice.kind === kind);
  const revoke = (kind: string) =>
    database.query(
      `update public.teacher_checks set revoked_at = now() where teacher_id = $1 and kind = $2 and revoked_at is null`,
      [teacher, kind],
    );

  it('of background is told to the guardian and the teacher, once, and not when it was renewed', async () => {
    await checkBackground(teacher);
    const request = forMinor();
    await create(database, student, request);
    const before = await kinds(student, 'lesson_request.check_ended');
    await checkBackground(teacher);
    await database.query(
      `update public.teacher_checks set revoked_at = now() where id = (
         select id from public.teacher_checks where teacher_id = $1 and kind = 'background' and revoked_at is null limit 1)`,
      [teacher],
    );
    expect(await kinds(student, 'lesson_request.check_ended')).toHaveLength(before.length);
    await revoke('background');
    const [notice, ...more] = await kinds(student, 'lesson_request.check_ended');
    expect(more).toHaveLength(before.length);
    expect(notice).toMatchObject({
      title: 'A conferência de antecedentes foi retirada',
      url: `/student/requests/${request.id}`,
    });
    expect(await kinds(teacher, 'teacher.check_ended')).toHaveLength(1);
  });

  it('of the identity is told to students with an open request, by the calendar too', async () => {
    const request = draft(couple);
    await create(database, student, request);
    await answer(database, teacher, request.id, 'accept');
    await setToday(800);
    await tend();
    await tend();
    const notices = await kinds(student, 'lesson_request.check_ended');
    expect(notices.filter(({ title }) => title === 'O perfil do professor está fora do ar')).toEqual([
      expect.objectContaining({ url: `/student/requests/${request.id}` }),
    ]);
    expect((await kinds(teacher, 'teacher.unchecked')).length).toBe(1);
  });
});
