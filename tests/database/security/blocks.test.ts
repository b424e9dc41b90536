/**
 * Blocks against both sides: the blocked person reads the same as without the block, and every way
 * of reading that exists leaves blocked people out for the person who blocks.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hearBroadcasts } from '../../support/broadcasts.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, idOf, refusal } from '../accounts/account-steps.ts';
import {
  agreed,
  callOff,
  heldOf,
  propose,
  pull,
  setKey,
  startAgo,
  termsIn,
} from '../lessons/agreement-steps.ts';
import {
  agree,
  answer,
  ask,
  type Couple,
  cancel,
  create,
  createCouple,
  draft,
  evaluate,
  held,
  inbox,
  lessonWorld,
  statusOf,
  unseal,
} from '../lessons/lesson-steps.ts';
import { block, endBlocks } from '../lessons/mark-steps.ts';
import { PROCEDURES } from '../matrix.ts';
import { comparable, readAll } from '../support/readings.ts';

type Side = 'student' | 'teacher';
const otherSide = (side: Side): Side => (side === 'student' ? 'teacher' : 'student');

/** Read positions and the time of an export change with every transaction of anybody. */
const MOVING = new Set(['horizon', 'ceiling', 'generated_at']);
/** A proposal's time has whole seconds, so its place among exact times is by chance. */
const unmoved = (reading: unknown): unknown =>
  JSON.parse(
    JSON.stringify(reading, (key, value) =>
      MOVING.has(key) ? undefined : key === 'proposed_at' && value !== null ? 'a time' : value,
    ),
  );

describe('a pending request of a student whom the teacher blocks', () => {
  let database: TestDatabase;
  let couple: Couple;
  let student: string;
  let teacher: string;
  lessonWorld((world) => {
    ({ database, couple, student, teacher } = world);
  });

  it('[T068] stays as with a teacher who does not answer, down to versions and times', async () => {
    const request = await ask(database, couple);
    const before = unmoved(await readAll(database, student, [teacher]));
    const heard = await hearBroadcasts(database);
    await block(database, teacher, student);
    expect((await heard()).map(({ topic }) => topic)).toEqual([`user:${teacher}`]);
    expect(unmoved(await readAll(database, student, [teacher]))).toEqual(before);

    const refused = { code: 'PT409', hint: 'person_blocked' };
    expect(await refusal(() => answer(database, teacher, request, 'accept'))).toMatchObject(refused);
    expect(await refusal(() => answer(database, teacher, request, 'decline'))).toMatchObject(refused);
    expect(unmoved(await readAll(database, student, [teacher]))).toEqual(before);
    expect((await inbox(database, teacher)).map(({ kind }) => kind)).toEqual(['lesson_request.created']);
  });

  it('can be cancelled by the student, which the teacher is not told', async () => {
    const [request, twin] = [await ask(database, couple), await createCouple(database)];
    await block(database, teacher, student);
    const alone = await ask(database, twin);
    const answers = [await cancel(database, student, request), await cancel(database, twin.student, alone)];
    expect(answers.map(({ status, merged }) => [status, merged])).toEqual([
      ['Cancelado', false],
      ['Cancelado', false],
    ]);
    expect((await inbox(database, teacher)).map(({ kind }) => kind)).toEqual(['lesson_request.created']);
  });

  it('is answered like one to a teacher in a pause, whatever is asked', async () => {
    const other = await idOf(database, 'dance_styles', 'Zouk');
    const twin = await createCouple(database);
    await database.query('update public.teachers set is_paused = true where id = $1', [twin.teacher]);
    await block(database, teacher, student);
    const answers = async (pair: Couple) => {
      const wishes = [
        {},
        { dance_style_id: other },
        { dance_style_id: randomUUID() },
        { preferred_days: ['feriado'] },
        { preferred_times: ['madrugada'] },
        { message: '' },
        { message: 'x'.repeat(1001) },
        { wish_id: randomUUID() },
        { more: 1 },
        { teacher_id: null },
      ];
      const given: unknown[] = [];
      for (const more of wishes)
        given.push(await refusal(() => create(database, pair.student, draft(pair, more))));
      return given;
    };
    const told = await answers(couple);
    expect(told).toEqual(await answers(twin));
    expect(told.slice(0, 2)).toEqual([
      expect.objectContaining({ hint: 'teacher_unavailable' }),
      expect.objectContaining({ hint: 'teacher_unavailable' }),
    ]);
  });

  it('can be answered after the block is removed', async () => {
    const request = await ask(database, couple);
    const { version } = await block(database, teacher, student);
    await block(database, teacher, student, { wanted: false, base: version });
    expect(await answer(database, teacher, request, 'accept')).toMatchObject({ status: 'Aceito' });
    expect(await held(database, student, request)).toMatchObject({ other_whatsapp: '+5511900000002' });
  });
});

describe('what the blocked person reads and is answered', () => {
  /** How far a request has come before it ends. */
  const STATES = {
    pending: (database: TestDatabase, couple: Couple) => ask(database, couple),
    accepted: async (database: TestDatabase, couple: Couple) => {
      const request = await agree(database, couple);
      await agreed(database, couple, request);
      await setKey(database, couple.teacher, '52998224725', 'Marina Couto');
      expect((await pull(database, couple.student, 'payment_keys')).rows).toHaveLength(1);
      return request;
    },
    settled: async (database: TestDatabase, couple: Couple) => {
      const request = await agree(database, couple);
      await database.exec('alter table public.lesson_requests disable trigger user');
      await database.query(
        `update public.lesson_requests set answered_at = answered_at - interval '8 days' where id = $1`,
        [request],
      );
      await database.exec('alter table public.lesson_requests enable trigger user');
      await propose(database, couple.student, request);
      return request;
    },
  } as const;
  type State = keyof typeof STATES;

  /** The blocked person's readings before and after, and the answers to what that person then tries. */
  async function story(state: State, by: Side, how: 'block' | 'cancel'): Promise<unknown> {
    // Before the acceptance that is set back.
    const at = Date.now() - 10 * 86_400_000;
    const database = await createTestDatabase();
    try {
      const couple = await createCouple(database);
      const [actor, other] = [couple[by], couple[otherSide(by)]];
      const request = await STATES[state](database, couple);
      const story: unknown[] = [await readAll(database, other, [actor])];
      const heard = await hearBroadcasts(database);
      if (how === 'block') {
        await block(database, actor, other);
        if (state !== 'pending') {
          // Nothing tells of the block for some hours.
          expect((await heard()).filter(({ topic }) => topic !== `user:${actor}`)).toEqual([]);
          expect(unmoved(await readAll(database, other, [actor]))).toEqual(unmoved(story[0]));
          await endBlocks(database);
        }
      } else await cancel(database, actor, request);
      // The hints that reach the other's phones, in their order.
      story.push((await heard()).filter(({ topic }) => topic !== `user:${actor}`));
      story.push(await readAll(database, other, [actor]));
      const tries = [
        () => cancel(database, other, request),
        () => answer(database, other, request, 'accept'),
        () => evaluate(database, other, request, { rating: 2, comment: 'Depois' }),
        () => propose(database, other, request, { terms: termsIn(9) }),
      ];
      for (const attempt of tries) story.push(await refusal(attempt));
      story.push(await readAll(database, other, [actor]));
      return comparable(unmoved(story), { at, known: new Set() });
    } finally {
      await database.close();
    }
  }

  it.each([
    ['pending', 'student'],
    ['accepted', 'student'],
    ['accepted', 'teacher'],
    ['settled', 'student'],
    ['settled', 'teacher'],
  ] as const)(
    '[T067][T068] of a request that is %s equals an end by the %s without a block',
    async (state, by) => {
      const blocked = await story(state, by, 'block');
      expect(blocked).toEqual(await story(state, by, 'cancel'));
      expect(JSON.stringify(blocked)).not.toMatch(/cancelou|encerrou|bloque/i);
    },
  );
});

describe('the person who blocks', () => {
  let database: TestDatabase;
  let couple: Couple;
  lessonWorld((world) => {
    ({ database, couple } = world);
  });

  it.each(['student', 'teacher'] as const)(
    '[T069] as a %s keeps the right to evaluate what was accepted, before the first lesson too',
    async (by) => {
      const [me, other] = [couple[by], couple[otherSide(by)]];
      const request = await agree(database, couple);
      await block(database, me, other);
      await endBlocks(database);
      expect(await statusOf(database, request)).toBe('Cancelado');
      const closed = { code: 'PT409', hint: 'request_not_accepted' };
      expect(await refusal(() => evaluate(database, other, request))).toMatchObject(closed);
      const words = { rating: 1, comment: 'Fui bloquear por causa do jeito.' };
      expect(await evaluate(database, me, request, words)).toMatchObject({ created: true });
      expect(await evaluate(database, me, request, { ...words, rating: 2 })).toMatchObject({
        created: false,
      });
      await unseal(database);
      const [shown] = (
        await callAs<{ evaluations: object[] }>(database, other, 'evaluations_of($1)', [other])
      ).evaluations;
      expect(shown).toMatchObject({ rating: 2, comment: words.comment });
    },
  );

  it('does not gain a right by blocking: a request that was never accepted, or that the other side ended', async () => {
    const closed = { code: 'PT409', hint: 'request_not_accepted' };
    const pending = await ask(database, couple);
    await block(database, couple.student, couple.teacher);
    expect(await refusal(() => evaluate(database, couple.student, pending))).toMatchObject(closed);
    const twin = await createCouple(database);
    const ended = await agree(database, twin);
    await cancel(database, twin.teacher, ended);
    await block(database, twin.student, twin.teacher);
    expect(await refusal(() => evaluate(database, twin.student, ended))).toMatchObject(closed);
  });

  it('gets nothing back when the block is removed but the way to ask again', async () => {
    const request = await agree(database, couple);
    const { version } = await block(database, couple.student, couple.teacher);
    await endBlocks(database);
    await block(database, couple.student, couple.teacher, { wanted: false, base: version });
    expect(await held(database, couple.student, request)).toMatchObject({
      status: 'Cancelado',
      other_whatsapp: null,
    });
    expect(await create(database, couple.student, draft(couple))).toMatchObject({ status: 'Pendente' });
  });
});

/** How many pairs of confirmed lessons this person has at one time. */
const lessonsAtOnce = async (database: TestDatabase, person: string): Promise<number> => {
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from app.open_times a join app.open_times b
       on a.lesson_id < b.lesson_id and a.starts_at < b.ends_at and b.starts_at < a.ends_at
     where a.is_agreed and b.is_agreed
       and $1 in (a.student_id, a.teacher_id) and $1 in (b.student_id, b.teacher_id)`,
    [person],
  );
  return row?.n ?? 0;
};

const statesOf = async (database: TestDatabase, ids: readonly string[]): Promise<(string | undefined)[]> => {
  const rows = await database.query<{ id: string; status: string }>(
    'select id, status from public.lessons where id = any ($1)',
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
};

describe('the hours between a block and the end of what was agreed', () => {
  let database: TestDatabase;
  let couple: Couple;
  lessonWorld((world) => {
    ({ database, couple } = world);
  });

  it.each(['student', 'teacher'] as const)('[V6] leave all as it was when the %s unblocks', async (by) => {
    const [me, other] = [couple[by], couple[otherSide(by)]];
    const request = await agree(database, couple);
    const before = unmoved(await readAll(database, other, [me]));
    const { version } = await block(database, me, other);
    await block(database, me, other, { wanted: false, base: version });
    await endBlocks(database);
    expect(await statusOf(database, request)).toBe('Aceito');
    expect(unmoved(await readAll(database, other, [me]))).toEqual(before);
  });

  it.each(['student', 'teacher'] as const)(
    'call off, as the %s unblocks, what has another lesson at its time by then',
    async (by) => {
      const [me, other] = [couple[by], couple[otherSide(by)]];
      const request = await agree(database, couple);
      const kept = await agreed(database, couple, request, termsIn(7));
      const doubled = await agreed(database, couple, request, termsIn(8));
      const { version } = await block(database, me, other);
      // Meanwhile the time is free for who blocks, with somebody else.
      const third = (await createCouple(database))[otherSide(by)];
      const others = { ...couple, [otherSide(by)]: third };
      const another = await agreed(
        database,
        others,
        await agree(database, others),
        termsIn(8, { minutes: 30 }),
      );
      // The blocked person still has the lesson, and no other one at its time.
      const fourth = (await createCouple(database))[by];
      const theirs = { ...couple, [by]: fourth };
      const asked = await agree(database, theirs);
      expect(await refusal(() => agreed(database, theirs, asked, termsIn(8)))).toMatchObject({
        hint: 'time_taken',
      });
      expect(await lessonsAtOnce(database, other)).toBe(0);
      const told = async () =>
        (await inbox(database, other)).filter(({ kind }) => kind === 'lesson.called_off');
      expect(await told()).toEqual([]);

      await block(database, me, other, { wanted: false, base: version });
      await endBlocks(database);
      expect(await lessonsAtOnce(database, me)).toBe(0);
      expect(await lessonsAtOnce(database, other)).toBe(0);
      expect(await statesOf(database, [kept, doubled, another])).toEqual([
        'confirmed',
        'called_off',
        'confirmed',
      ]);
      expect(await statusOf(database, request)).toBe('Aceito');
      // To the other person it reads as if it had been called off by hand.
      const twin = await createCouple(database);
      const byHand = await agreed(database, twin, await agree(database, twin), termsIn(8));
      await callOff(database, twin[by], byHand);
      const [words] = (await inbox(database, twin[otherSide(by)])).filter(
        ({ kind }) => kind === 'lesson.called_off',
      );
      expect(await told()).toEqual([
        { ...words, url: expect.stringMatching(`/requests/${request}#aula-${doubled}$`) },
      ]);
      const [[seen], [usual]] = [
        await heldOf(database, other, [doubled]),
        await heldOf(database, twin[otherSide(by)], [byHand]),
      ];
      expect(Object.keys(seen ?? {})).toEqual(Object.keys(usual ?? {}));
      expect(seen).toMatchObject({ status: 'called_off', called_off_by: usual?.called_off_by });
      expect(await inbox(database, me)).toContainEqual(
        expect.objectContaining({
          kind: 'lesson.called_off',
          body: expect.stringMatching(
            /^Ao desbloquear, você já tinha outra aula nesse horário\. Cancelamos a aula/,
          ),
        }),
      );
      // Called off for good: nothing comes back with another block and its end.
      const again = await block(database, me, other);
      await block(database, me, other, { wanted: false, base: again.version });
      expect(await told()).toHaveLength(1);
    },
  );

  it('are none before a confirmed lesson, to which the other would go in vain', async () => {
    const request = await agree(database, couple);
    await startAgo(database, await agreed(database, couple, request), '-4 hours');
    await block(database, couple.student, couple.teacher);
    expect(await statusOf(database, request)).toBe('Cancelado');
  });

  it('are those of the pair alone: a block ends nothing of others, whose people it would have to lock', async () => {
    const twin = await createCouple(database);
    const theirs = await agree(database, twin);
    await block(database, twin.student, twin.teacher);
    await database.query('update app.block_ends set due_at = now() where request_id = $1', [theirs]);
    await agree(database, couple);
    await block(database, couple.student, couple.teacher);
    expect(await statusOf(database, theirs)).toBe('Aceito');
    await endBlocks(database);
    expect(await statusOf(database, theirs)).toBe('Cancelado');
  });

  it('end by themselves on the same day, once', async () => {
    const request = await agree(database, couple);
    await block(database, couple.teacher, couple.student);
    const tend = (hours: number) =>
      database.query(`select public.tend_lessons(200, now() + make_interval(hours => $1))`, [hours]);
    await tend(2);
    expect(await statusOf(database, request)).toBe('Aceito');
    await tend(7);
    await tend(7);
    expect(await statusOf(database, request)).toBe('Cancelado');
    const ends = (await inbox(database, couple.student)).filter(
      ({ kind }) => kind === 'lesson_request.cancelled',
    );
    expect(ends).toHaveLength(1);
  });
});

/**
 * Relations and calls that give the person who blocks something with a blocked person in it, and why.
 * 'phone': complete public lists, the same for everybody; the phone leaves blocked people out
 * (tests/e2e/lessons/blocked-walk.spec.ts). 'own': the person's own history, account and list of blocks.
 */
const NAMES_BLOCKED = {
  teacher_listings: 'phone',
  pull_teachers: 'phone',
  search_teachers_with_filters: 'phone',
  content_items: 'phone',
  pull_content: 'phone',
  // All pulls together: the public lists, and the person's own history.
  pull_changes: 'phone',
  public_supporters: 'phone',
  lesson_requests: 'own',
  pull_lesson_requests: 'own',
  pull_favourites: 'own',
  notifications: 'own',
  pull_notifications: 'own',
  my_data: 'own',
} as const satisfies Record<string, 'phone' | 'own'>;

/** Procedures that read nothing about other people, or answer with the caller's own writes. */
const WRITES =
  /^(abort_registration|accept_partner|accept_terms|announce_waiting|answer_lesson_request|answer_partner_request|ask_for_partner|call_off_event_day|call_off_lesson|cancel_lesson_request|claim_teacher_invitation|command_receipt|complete_registration|confirm_event|confirm_lesson|create_lead|create_lesson_request|create_post|create_report|delete_my_account|known_commands|mark_notifications_read|mark_step|move_lesson|picture_to_read|propose_event|propose_lesson|release_phone|remove_post|reply_to_evaluation|report_as_visitor|review_facts|review_step|save_evaluation|save_lesson_note|save_visitor_phone|set_block|set_favourite|set_going|set_lead_teacher|set_notification_preferences|set_own_slug|set_payment_key|set_share_picture|set_teacher_alert|set_visitor_alert|share_my_preview|stop_visitor_alert|teacher_demand|tell_lesson_outcome|tick_homework|update_profile|update_teacher_slug|withdraw_lesson|withdraw_partner_request)$/;
/** Procedures that refuse everybody but administrators. */
const TEAM = /^(admin_\w+|(save|deactivate)_(supporter|sponsor)|(import|preview)_supporters)$/;
/** Read with an argument in a test below, or in that of request-alternatives, partners, teacher-addresses, before-approval or teacher-invitations. */
const ASKED =
  /^(evaluations_of|get_lead|lead_candidates|open_partner_requests|request_alternatives|report_status|blog_post|search_teachers_with_filters_cached|teacher_absence|teacher_address|teacher_invitation|teacher_preview)$/;

describe('every reader', () => {
  let database: TestDatabase;
  let me: string;
  let style: string;
  let teacher: string;
  let dancer: string;
  let evaluated: string;
  let reading: Record<string, unknown>;
  const names = () => [teacher, dancer, 'Valdemir', 'Iracema'];
  const namesBlocked = (value: unknown) => names().some((name) => JSON.stringify(value).includes(name));

  beforeAll(async () => {
    database = await createTestDatabase();
    style = await idOf(database, 'dance_styles', 'Forró');
    const cityId = await idOf(database, 'cities', 'Vitória');
    me = await database.createUser({ role: 'student', name: 'Clara Testemunha' });
    const person = { cityId, styleIds: [style] };
    teacher = await database.createUser({ role: 'teacher', name: 'Valdemir Bloqueado', ...person });
    evaluated = await database.createUser({ role: 'teacher', name: 'Outra Professora', ...person });
    dancer = await database.createUser({ role: 'student', name: 'Iracema Bloqueada', cityId });
    await database.query(
      `update public.students set is_public = true, slug = 'iracema-bloqueada' where id = $1`,
      [dancer],
    );
    for (const author of [teacher, dancer])
      await callAs(database, author, 'create_post($1, $2::text::jsonb)', [
        randomUUID(),
        JSON.stringify({ id: randomUUID(), text: 'Quem vai ao baile?' }),
      ]);
    await database.query(
      `insert into public.supporter_tiers (user_id, email, tier, amount, is_active, is_listed)
       select $1, 'v@example.com', d.tier, d.amount, true, true from public.supporter_tier_definitions d
       order by d."position" desc limit 1`,
      [teacher],
    );
    // An evaluation by each of them of a third teacher: the dancer's with the name, a colleague's without.
    const anonymous = await database.createUser({ role: 'student', name: 'Colega Anônima' });
    for (const [author, is_anonymous] of [
      [dancer, false],
      [anonymous, true],
    ] as const) {
      const couple = { student: author, teacher: evaluated, style };
      await evaluate(database, author, await agree(database, couple), { comment: 'Boa aula', is_anonymous });
    }
    await database.query(`select app.release_evaluations('2100-01-01')`);
    await agree(database, { student: me, teacher, style });
    await block(database, me, teacher, { name: 'Valdemir Bloqueado' });
    await block(database, me, dancer, { name: 'Iracema Bloqueada' });
    await block(database, me, anonymous, { name: 'Colega Anônima' });
    reading = await readAll(database, me, [evaluated]);
  });
  afterAll(() => database.close());

  it('is known: a new procedure has to be read here, or be named as one that reads nobody', async () => {
    const callable = await database.query<{ name: string }>(
      `select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace
       and (has_function_privilege('authenticated', oid, 'execute') or has_function_privilege('anon', oid, 'execute'))`,
    );
    const known = (name: string) =>
      name in reading || WRITES.test(name) || TEAM.test(name) || ASKED.test(name);
    expect(callable.map(({ name }) => name).filter((name) => !known(name))).toEqual([]);
    expect(Object.keys(PROCEDURES).length).toBeGreaterThan(callable.length / 2);
  });

  it('[T066] names a blocked person only in public lists that the phone filters, and in the own history', () => {
    const naming = Object.keys(reading).filter((name) => namesBlocked(reading[name]));
    expect(naming.sort()).toEqual(Object.keys(NAMES_BLOCKED).sort());
  });

  it('of evaluations leaves out those with a blocked person’s name, from the count too, and keeps anonymous ones', async () => {
    const read = (person: string | null) =>
      callAs<{ evaluations: { author_name: string | null }[]; total_count: number }>(
        database,
        person,
        'evaluations_of($1)',
        [evaluated],
      );
    const authors = async (person: string | null) => {
      const { evaluations, total_count } = await read(person);
      return [total_count, ...evaluations.map(({ author_name }) => author_name).sort()];
    };
    expect(await authors(null)).toEqual([2, 'Iracema Bloqueada', null]);
    expect(await authors(me)).toEqual([1, null]);
    // The same past the screens, by the view.
    const raw = await database.as('authenticated', me, (tx) =>
      tx.query<{ author_name: string | null }>(
        'select author_name from public.public_evaluations where evaluated_id = $1',
        [evaluated],
      ),
    );
    expect(raw).toEqual([{ author_name: null }]);
    // Read about by the evaluated person: public, and hers to answer.
    await block(database, evaluated, dancer, { name: 'Iracema' });
    expect(await authors(evaluated)).toEqual([2, 'Iracema Bloqueada', null]);
  });

  it('of matches leaves out both: whom the student blocks, and who blocks the student', async () => {
    const candidates = async (person: string | null) => {
      const lead = randomUUID();
      await callAs(database, person, 'create_lead($1, $2::text::jsonb)', [
        randomUUID(),
        JSON.stringify({ id: lead, nome: 'Eu', cidade: 'Vitória', estilo_danca: 'Forró', objetivos: null }),
      ]);
      const [row] = await database.query<{ found: { candidates: { id: string }[] } }>(
        'select public.lead_candidates($1) as found',
        [lead],
      );
      return row?.found.candidates.map(({ id }) => id).sort();
    };
    expect(await candidates(null)).toEqual([teacher, evaluated].sort());
    expect(await candidates(me)).toEqual([evaluated]);
    expect(await candidates(dancer)).toEqual([teacher]);
  });
});
