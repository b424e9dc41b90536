/** The data held about a person is exported completely, and deleted with the account. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filesOf, sizeName } from '../../../src/lib/picture-sizes.ts';
import { VERSION } from '../../../src/pages/legal/version.ts';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { propose, termsIn } from '../lessons/agreement-steps.ts';
import { agree, evaluate } from '../lessons/lesson-steps.ts';
import { Phone } from '../support/phone.ts';
import { emptyFolders, removedAs } from '../support/stored-files.ts';
import {
  callAs,
  complete,
  count,
  deleteAccount,
  idOf,
  refusal,
  STUDENT,
  signUp,
  TEACHER,
} from './account-steps.ts';

/**
 * The first row of each place in app.personal_data (personal-data.test.ts compares them with the
 * schema). `section`: the section of my_data that shows the place's rows. `after`: the part of the
 * person's rows that stays after the account is deleted.
 */
let TABLES: Record<string, { section: string | null; after: string }> = {};
const AUTH_TABLES = ['users', 'identities', 'sessions', 'refresh_tokens', 'audit_log_entries'].map(
  (name) => `auth.${name}`,
);

const PRIVATE = {
  goals: 'Quero dançar no casamento da Berenice',
  email: 'muito.particular@example.com',
  name: 'Zuleica Inconfundível',
  whatsapp: '+5531900007777',
  bio: 'Biografia que só existe uma vez',
  comment: 'Elogio que só existe uma vez',
  blocked: 'Alguém que ela bloqueou',
  report: 'Relato que só existe uma vez',
  post: 'Recado do mural que só existe uma vez',
  displayName: 'Zuzu do Bolero Inconfundível',
  byTeam: 'Experiência que a equipe corrigiu',
  checked: 'Conferido por telefone, só uma vez',
  decided: 'Decisão que só existe uma vez',
  phone: 'Celular que só existe uma vez',
  logLine: 'Linha do registro que só existe uma vez',
  address: '198.51.100.201',
  place: 'Sala que só existe uma vez',
  pixKey: 'so.uma.vez@example.com',
  homework: 'Dever que só existe uma vez',
  sought: 'Bairro que só existe uma vez',
  event: 'Baile que só existe uma vez',
  refused: 'Recusa que só existe uma vez',
  letter: 'Resposta da equipe que só existe uma vez',
};

let database: TestDatabase;
let me: string;
let other: string;
let pupil: string;
let admin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const places = await database.query<{ place: string; section: string | null; after: string }>(
    `select place, exported_as as section, after_leaving as after from app.personal_data
     where as_whom = 'own' and to_regclass(place) is not null and place !~ '^(auth|storage)\\.'`,
  );
  TABLES = Object.fromEntries(places.map(({ place, section, after }) => [place, { section, after }]));
});
afterAll(() => database.close());

/** A teacher with rows in every table that can hold one. */
async function createMe(): Promise<string> {
  const id = await signUp(database, { role: 'teacher', name: PRIVATE.name }, PRIVATE.email);
  await complete(database, id, { ...TEACHER, name: PRIVATE.name, whatsapp: PRIVATE.whatsapp });
  const update = 'update_profile($1, $2::text::jsonb)';
  await callAs(database, id, update, [randomUUID(), JSON.stringify({ bio: PRIVATE.bio })]);
  await callAs(database, admin, 'admin_record_checks($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify({
      teacher_id: id,
      kinds: ['identity', 'whatsapp'],
      outcome: 'passed',
      note: PRIVATE.checked,
    }),
  ]);
  await database.as('authenticated', admin, (tx) =>
    tx.query(`update public.teachers set is_active = true, experience = $2 where id = $1`, [
      id,
      PRIVATE.byTeam,
    ]),
  );
  await callAs(database, admin, 'admin_review_teacher($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify({ id: randomUUID(), teacher_id: id, outcome: 'approved', checked: ['text'] }),
  ]);
  await callAs(database, admin, 'admin_decide_report($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify({ what: 'profile', target_id: id, decision: 'keep', reason: PRIVATE.decided }),
  ]);
  await callAs(database, admin, 'admin_start_bulk($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify({
      id: randomUUID(),
      title: `Aviso ${randomUUID()}`,
      body: 'Para quem ensina',
      role: 'teacher',
    }),
  ]);
  await database.query('insert into public.user_evaluation_stats (user_id, five_stars) values ($1, 3)', [id]);
  await database.query(
    `insert into public.supporter_tiers (user_id, email, tier, amount, display_name)
     values ($1, $2, 'passinho', 10, $3)`,
    [id, PRIVATE.email, PRIVATE.displayName],
  );
  await database.query(
    `insert into public.support_sync_logs (sync_type, email, status, message, api_response)
     values ('import_row', $1, 'success', $2::text, jsonb_build_object('said', $2::text))`,
    [PRIVATE.email, PRIVATE.logLine],
  );
  await database.query(
    `select app.put_content('dancer', $1, null, 'z', jsonb_build_object('bio', $2::text))`,
    [id, PRIVATE.bio],
  );
  const post = { id: randomUUID(), text: PRIVATE.post };
  await callAs(database, id, 'create_post($1, $2::text::jsonb)', [randomUUID(), JSON.stringify(post)]);
  const lead = {
    id: randomUUID(),
    nome: PRIVATE.name,
    cidade: 'Vitória',
    estilo_danca: 'Zouk',
    objetivos: PRIVATE.goals,
  };
  await callAs(database, id, 'create_lead($1, $2::text::jsonb)', [randomUUID(), JSON.stringify(lead)]);
  await database.query('insert into app.password_changes (user_id, recovered_at) values ($1, now())', [id]);
  await database.query(
    `insert into app.teacher_invitations (name, used_by, used_at) values ($1, $2, now())`,
    [PRIVATE.name, id],
  );
  await database.query(
    'insert into app.waiting_writes (user_id, device, waiting) values ($1, gen_random_uuid(), 2)',
    [id],
  );
  await database.query(`insert into public.share_pictures (id, version) values ($1, '0123456789abcdef')`, [
    id,
  ]);
  await database.query(
    'insert into app.registration_leftovers (user_id, steps, styles) values ($1, $2, $3)',
    [id, '{styles}', '{Samba}'],
  );
  await database.query(
    `insert into auth.identities (id, user_id, provider, provider_id, identity_data)
     values (gen_random_uuid(), $1, 'email', $2, jsonb_build_object('email', $3::text))`,
    [id, id, PRIVATE.email],
  );
  await database.query(
    `insert into public.favourites (user_id, teacher_id, is_on, wished_at) values ($1, gen_random_uuid(), true, now())`,
    [id],
  );
  await database.query(
    `insert into public.teacher_alerts (user_id, city_id, neighborhood, is_on, expires_at)
     select $1, c.id, $2, true, now() + interval '1 year' from public.cities c where c.name = 'Vitória'`,
    [id, PRIVATE.sought],
  );
  await database.query(`insert into app.alert_hits (alert_id, teacher_id) values (gen_random_uuid(), $1)`, [
    id,
  ]);
  await database.query(
    `insert into public.blocks (user_id, person_id, is_on, name, wished_at)
     values ($1, gen_random_uuid(), true, $2, now())`,
    [id, PRIVATE.blocked],
  );
  await database.query(
    `insert into public.reports (id, reporter_id, what, target_id, reason, details)
     values (gen_random_uuid(), $1, 'profile', gen_random_uuid(), 'unsafe', $2)`,
    [id, PRIVATE.report],
  );
  await database.query(
    `insert into public.report_letters (report_id, recipient, person_id, text, written_by)
     select r.id, 'reporter', $1, $2, $3 from public.reports r where r.reporter_id = $1`,
    [id, PRIVATE.letter, admin],
  );
  await database.query(
    `insert into public.pwa_subscriptions (user_id, fcm_token, endpoint, p256dh_key, auth_key, user_agent)
     values ($1, repeat('ficha-do-celular', 10), 'https://push.example.com/endereco-do-celular', 'chave-do-celular',
       'outra-chave-do-celular', $2)`,
    [id, PRIVATE.phone],
  );
  const session = randomUUID();
  await database.query(
    `insert into auth.sessions (id, user_id, user_agent, ip) values ($1, $2, 'Navegador dela', '203.0.113.77')`,
    [session, id],
  );
  await database.query(
    `insert into auth.refresh_tokens (id, token, user_id, session_id) values ($1, $2, $3, $4)`,
    // A number on hosted Supabase, a text here.
    [String(Date.now()), randomUUID(), id, session],
  );
  await database.query(
    `insert into auth.audit_log_entries (id, payload, created_at, ip_address)
     values (gen_random_uuid(), json_build_object('action', 'login', 'actor_id', $1::text, 'actor_username', $2::text), now(), $3),
       (gen_random_uuid(), json_build_object('action', 'user_recovery_requested', 'actor_id', gen_random_uuid(),
         'traits', json_build_object('user_email', $2::text)), now(), $3)`,
    [id, PRIVATE.email, PRIVATE.address],
  );
  // A visitor was shown this teacher, with a text that names them.
  await database.query(
    `insert into public.student_leads (id, nome, cidade, estilo_danca, professor_encontrado, ai_analysis_data)
     values (gen_random_uuid(), 'Visitante', 'Vitória', 'Zouk', $2::text, jsonb_build_object('brazilMatch', null, 'cityMatch',
       jsonb_build_object('teacherId', $1::text, 'matchPercentage', 90, 'justification', $2::text || ' combina')))`,
    [id, PRIVATE.name],
  );
  return id;
}

beforeEach(async () => {
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
  me = await createMe();
  const style = await idOf(database, 'dance_styles', 'Forró');
  pupil = await database.createUser({ role: 'student', name: 'Aluno dela' });
  const request = await agree(database, { student: pupil, teacher: me, style });
  await evaluate(database, me, request, { comment: PRIVATE.comment });
  const { lesson_ids } = await propose(database, pupil, request, {
    terms: termsIn(7, { place: PRIVATE.place }),
  });
  await database.query(
    `insert into public.lesson_texts (id, lesson_id, part, author_id, text, written_at)
     values (gen_random_uuid(), $1, 'homework', $2, $3, now())`,
    [lesson_ids[0], me, PRIVATE.homework],
  );
  await database.query(
    `with mark as (
       insert into public.step_marks (person_id, step, state, marked_at) values ($1, 'forro-base', 'known', now()))
     insert into public.step_reviews (id, person_id, step, rating, reviewed_at)
       values (gen_random_uuid(), $1, 'forro-base', 3, now())`,
    [me],
  );
  await database.query(
    `with event as (
       insert into public.events (title, kind, city_id, starts_at)
         select $2, 'baile', c.id, now() from public.cities c where c.name = 'Vitória' returning id),
     asked as (insert into public.partner_requests (id, person_id, event_id, day, role, level, expires_at)
       select gen_random_uuid(), $1, e.id, now(), 'dois', 'iniciante', now() + interval '1 day' from event e returning id),
     answered as (insert into public.partner_answers (request_id, person_id) select a.id, $1 from asked a),
     going as (insert into public.event_goings (person_id, event_id, day, is_on) select $1, e.id, now(), true from event e)
     insert into public.event_proposals (event_id, person_id, state, reason) select e.id, $1, 'refused', $3 from event e`,
    [me, PRIVATE.event, PRIVATE.refused],
  );
  await database.query(`insert into public.payment_keys (id, pix_key, pix_name) values ($1, $2, 'Zuleica')`, [
    me,
    PRIVATE.pixKey,
  ]);
  await evaluate(database, pupil, request, { comment: `${PRIVATE.name} foi ótima` });
  other = await signUp(database, { role: 'student' });
  await complete(database, other, { ...STUDENT, name: 'Vizinho Intocado' });
  return async () => {
    await database.query('delete from auth.users where id = any($1::uuid[])', [
      `{${me},${other},${pupil},${admin}}`,
    ]);
  };
});

const THEIRS = '00000000-0000-4000-8000-0000000000aa';

const myData = (person: string | null = me) => callAs<Record<string, unknown>>(database, person, 'my_data()');
const remove = (confirm: string | null = 'EXCLUIR', person: string | null = me) =>
  deleteAccount<{ deleted: boolean; user_id: string; stays: string[] }>(database, person, confirm);

/** Tables whose rows name a request or an event, not a person. */
const NAMELESS = [
  'public.events',
  'public.lessons',
  'public.lesson_proposals',
  'public.students',
  'app.teacher_addresses',
];

/** A teacher has no row there. */
const OF_STUDENTS = ['public.students', 'public.homework_ticks'];

/** Names the tables in which some row contains one of the words. */
async function tablesWith(words: string[]): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'app', 'auth', 'storage', 'realtime') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await count(
      database,
      `${name} t where exists (
      select from unnest($1::text[]) w where strpos(t::text, w) > 0)`,
      [words],
    );
    if (rows > 0) found.push(name);
  }
  return found;
}

const MISSING = { code: 'PT401', hint: 'account_missing' };

describe('my data', () => {
  it('considers every column that refers to a person', async () => {
    const rows = await database.query<{ name: string }>(
      `select distinct c.conrelid::regclass::text as name from pg_constraint c
       where c.contype = 'f' and c.confrelid in ('public.user_profiles'::regclass, 'public.students'::regclass,
         'public.teachers'::regclass, 'auth.users'::regclass) and c.connamespace <> 'auth'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(5);
    // Digests of addresses say nothing to a person; the present address is among the data.
    for (const { name } of rows.filter((row) => row.name !== 'app.teacher_addresses')) {
      expect([name, TABLES[name.includes('.') ? name : `public.${name}`]?.section]).not.toEqual([name, null]);
    }
  });

  it('has a filled section for every table that holds something of the person', async () => {
    const data = await myData();
    for (const [table, { section }] of Object.entries(TABLES)) {
      // Sections of students and of the team.
      if (section === null || section === 'team_messages_sent' || OF_STUDENTS.includes(table)) continue;
      const value = data[section];
      expect([
        table,
        Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined,
      ]).toEqual([table, true]);
    }
    expect((await myData(other)).student).toMatchObject({ id: other });
  });

  it('contains every text that is found about the person, session and sign-up included', async () => {
    const text = JSON.stringify(await myData());
    // The team's note about a check is the team's.
    const { checked, ...told } = PRIVATE;
    expect(text).not.toContain(checked);
    for (const word of [...Object.values(told), 'Navegador dela', '203.0.113.77', 'Samba', 'Zouk', me]) {
      expect([word, text.includes(word)]).toEqual([word, true]);
    }
    expect(await myData()).toMatchObject({
      user_id: me,
      account: { email: PRIVATE.email, user_metadata: { role: 'teacher', name: PRIVATE.name } },
      dance_styles: ['Forró', 'Zouk'],
      acceptances: [{ type: 'terms', version: VERSION.number }],
      commands: [
        { kind: 'profile.update' },
        { kind: 'post.create' },
        { kind: 'lead.create' },
        { kind: 'lesson_request.answer' },
        { kind: 'evaluation.save' },
      ],
      leads: [{ nome: PRIVATE.name, objetivos: PRIVATE.goals }],
      lesson_requests: [{ side: 'teacher', status: 'Aceito', dance_style: 'Forró' }],
      evaluations_received: [{ rating: 5, comment: `${PRIVATE.name} foi ótima` }],
      support: [{ tier: 'passinho' }],
    });
  });

  it('contains no secret and nothing of others', async () => {
    await database.query(
      `update auth.users set encrypted_password = 'segredo-guardado', recovery_token = 'ficha-secreta'
      where id = $1`,
      [me],
    );
    const text = JSON.stringify(await myData());
    const ofPhone = ['ficha-do-celular', 'endereco-do-celular', 'chave-do-celular'];
    for (const word of ['segredo-guardado', 'ficha-secreta', ...ofPhone, other, 'Vizinho Intocado']) {
      expect([word, text.includes(word)]).toEqual([word, false]);
    }
    expect(await refusal(() => myData(null))).toMatchObject({ code: '42501' });
  });

  it('is returned during registration, too', async () => {
    const registering = await signUp(database, { name: 'Quase' });
    expect(await myData(registering)).toMatchObject({
      profile: null,
      account: { user_metadata: { name: 'Quase' } },
    });
  });
});

describe('deleting the own account', () => {
  it.each([null, '', 'excluir minha conta', 'EXCLUI'])(
    'needs the confirmation word, not %j',
    async (word) => {
      expect(await refusal(() => remove(word))).toMatchObject({
        code: '22023',
        hint: 'confirmation_missing',
      });
      expect(await count(database, 'auth.users where id = $1', [me])).toBe(1);
    },
  );

  it.each([
    ['none', null],
    ['one that is eleven minutes old, however often it was refreshed', '11 minutes'],
  ])('needs a session that began just now, not %s', async (_, age) => {
    expect(await refusal(() => deleteAccount(database, me, 'EXCLUIR', age))).toMatchObject({
      code: 'PT403',
      hint: 'sign_in_again',
    });
    expect(await count(database, 'auth.users where id = $1', [me])).toBe(1);
  });

  it('does not accept another person’s fresh session', async () => {
    await database.query(
      `insert into auth.sessions (id, user_id, created_at, updated_at) values ($1, $2, now(), now())`,
      [THEIRS, other],
    );
    const attempt = database.as('authenticated', me, async (tx) => {
      const claims = JSON.stringify({ role: 'authenticated', sub: me, session_id: THEIRS });
      await tx.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
      await tx.query(`select public.delete_my_account('EXCLUIR')`);
    });
    expect(await refusal(() => attempt)).toMatchObject({ hint: 'sign_in_again' });
  });

  it('leaves no text about the person in any table, and says what stays', async () => {
    await callAs(database, null, `search_teachers_with_filters_cached(1, 12, 'Zuleica', '', '', false)`);
    expect(await tablesWith(Object.values(PRIVATE))).toEqual(
      expect.arrayContaining([
        'app.search_cache',
        'auth.audit_log_entries',
        'auth.users',
        'public.student_leads',
        'public.teacher_listings',
        'public.user_profiles',
      ]),
    );
    expect(await remove(' excluir ')).toEqual({
      deleted: true,
      user_id: me,
      stays: ['tombstones', 'support', 'lessons'],
    });
    expect(await tablesWith([...Object.values(PRIVATE), '203.0.113.77', 'Navegador dela'])).toEqual([]);
  });

  it('leaves the id only where a tombstone needs it', async () => {
    await remove();
    const left = Object.entries(TABLES)
      .filter(([table, { after }]) => (after === 'blank' || after === 'kept') && !NAMELESS.includes(table))
      .map(([table]) => table);
    // Whether the listing's tombstone is told at once depends on when the last hint was sent; it says no more than the id.
    const told = await database.query<{ topic: string; rows: { id: string; _deleted?: boolean }[] }>(
      `select topic, payload -> 'rows' as rows from realtime.messages m where strpos(m::text, $1) > 0`,
      [me],
    );
    for (const { topic, rows } of told) {
      expect(topic).toBe('public:changes');
      expect(rows.filter((row) => JSON.stringify(row).includes(me) && row._deleted !== true)).toEqual([]);
    }
    await database.exec('delete from realtime.messages where true');
    expect(await tablesWith([me])).toEqual(left.sort());
    expect(AUTH_TABLES.filter((table) => left.includes(table))).toEqual([]);
    expect(
      await database.query(
        'select amount::float, user_id, is_active from public.supporter_tiers where amount = 10 and user_id is null and email like $1 order by updated_at desc limit 1',
        ['%@removed.invalid'],
      ),
    ).toEqual([{ amount: 10, user_id: null, is_active: false }]);
    const [profile] = await database.query(
      'select name, email, whatsapp, city_id, role from public.user_profiles where id = $1',
      [me],
    );
    expect(profile).toEqual({ name: '', email: '', whatsapp: null, city_id: null, role: 'teacher' });
  });

  it('reaches phones: the public listing becomes a tombstone, the own ones are told that the account is gone', async () => {
    const visitor = new Phone(database, 'pull_teachers');
    await visitor.sync();
    expect(visitor.live()).toContain(me);
    interface OwnPage {
      rows: { id: string; _deleted: boolean }[];
      checkpoint: { xid: number; id: string };
    }
    const own = (procedure: string, after: OwnPage['checkpoint'] | null) =>
      callAs<OwnPage>(database, me, `${procedure}($1, $2)`, [after?.xid ?? null, after?.id ?? null]);
    const [profile, inbox] = [await own('pull_profile', null), await own('pull_notifications', null)];
    expect(inbox.rows.length).toBeGreaterThan(0);
    await remove();
    const arrived = await visitor.sync();
    expect(arrived.map((row) => [row.id, row._deleted, row.name, row.bio, row.whatsapp])).toEqual([
      [me, true, null, null, null],
    ]);
    for (const [procedure, { checkpoint }] of [
      ['pull_profile', profile],
      ['pull_notifications', inbox],
    ] as const)
      expect(await refusal(() => own(procedure, checkpoint))).toMatchObject(MISSING);
    expect(
      await database.query('select id, _deleted, name from app.own_profiles where id = $1', [me]),
    ).toEqual([{ id: me, _deleted: true, name: null }]);
    const kept = await database.query<{ _deleted: boolean }>(
      'select _deleted from public.notifications where id = any($1::uuid[])',
      [`{${inbox.rows.map((row) => row.id)}}`],
    );
    expect(kept.length).toBe(inbox.rows.length);
    expect(kept.every((row) => row._deleted)).toBe(true);
  });

  it('makes the remaining token powerless', async () => {
    await remove();
    const [terms] = await database.query<{ id: string }>(
      'select id from public.terms_and_policies where active',
    );
    for (const act of [
      () => callAs(database, me, 'my_account_state()'),
      () =>
        callAs(database, me, 'update_profile($1, $2::text::jsonb)', [randomUUID(), '{"name":"De Volta"}']),
      () => complete(database, me, TEACHER),
      () => remove(),
      () => callAs(database, me, 'abort_registration()'),
      () => callAs(database, me, 'accept_terms($1)', [terms?.id]),
    ])
      expect(await refusal(act)).toMatchObject(MISSING);
    expect(
      await database.query('select app.notify($1, $2, $3, $4) as id', [me, 'test', 'Título', 'Texto']),
    ).toEqual([{ id: null }]);
  });

  it('frees the e-mail address for a new account, which inherits nothing', async () => {
    await remove();
    const again = await signUp(database, { role: 'student' }, PRIVATE.email);
    expect(await complete(database, again, STUDENT)).toMatchObject({
      created: true,
      profile: { email: PRIVATE.email },
    });
    expect((await myData(again)).support).toEqual([]);
    await database.query('delete from auth.users where id = $1', [again]);
  });

  it('changes nothing of other people', async () => {
    const of = (id: string) =>
      database.query('select to_jsonb(o) as o from app.own_profiles o where id = $1', [id]);
    const [before, data] = [await of(other), await myData(other)];
    await remove();
    expect(await of(other)).toEqual(before);
    const { generated_at: _before, ...was } = data;
    const { generated_at: _after, ...is } = await myData(other);
    expect(is).toEqual(was);
  });

  it('waits for the pictures to be removed, and names them', async () => {
    const file = `${me}/retrato.webp`;
    await database.query(`insert into storage.objects (bucket_id, name) values ('profile-images', $1)`, [
      file,
    ]);
    expect((await myData()).pictures).toEqual([file]);
    const refused = await refusal(() => remove());
    expect(refused).toMatchObject({ code: 'PT409', hint: 'pictures_remain' });
    expect(JSON.parse(refused?.detail ?? '')).toEqual([file]);
    await removedAs(database, me, file);
    expect(await remove()).toMatchObject({ deleted: true });
  });

  it('waits for the picture of the shared link too', async () => {
    const file = `${me}/0123456789abcdef.jpg`;
    await database.query(`insert into storage.objects (bucket_id, name) values ('share-images', $1)`, [file]);
    const refused = await refusal(() => remove());
    expect(refused).toMatchObject({ code: 'PT409', hint: 'share_pictures_remain' });
    expect(JSON.parse(refused?.detail ?? '')).toEqual([file]);
    await removedAs(database, me, file);
    expect(await remove()).toMatchObject({ deleted: true });
    expect(await database.query('select from public.share_pictures where id = $1', [me])).toEqual([]);
  });

  it('has room for a few pictures, files of the own folder only', async () => {
    const store = (name: string) =>
      database.as('authenticated', me, (tx) =>
        tx.query(`insert into storage.objects (bucket_id, name) values ('profile-images', $1)`, [name]),
      );
    for (const name of [me, `${me}/`, `${me}/a/b.webp`, `${randomUUID()}/a.webp`]) {
      expect(await sqlState(() => store(name)), name).toBe('42501');
    }
    const drop = (name: string) => removedAs(database, me, name);
    for (let n = 0; n < 40; n++) await store(`${me}/${n}.webp`);
    expect(await sqlState(() => store(`${me}/40.webp`))).toBe('42501');
    // Another person's folder is separate, and deleting a file makes room for one again.
    const theirs = `${other}/a.webp`;
    await database.as('authenticated', other, (tx) =>
      tx.query(`insert into storage.objects (bucket_id, name) values ('profile-images', $1)`, [theirs]),
    );
    await drop(`${me}/0.webp`);
    // Replaces the picture many times as the app does: upload first, then delete the old file.
    for (let n = 40; n < 65; n++) {
      await store(`${me}/${n}.webp`);
      await drop(`${me}/${n - 39}.webp`);
    }
    await emptyFolders(database, [me, other]);
  });

  it('has room for two pictures in all their sizes, and waits for every file of the one that stays', async () => {
    const as = <T>(sql: string, values: unknown[]) =>
      database.as('authenticated', me, (tx) => tx.query<T>(sql, values));
    const removed = async (names: readonly string[] = []) => {
      for (const name of names) expect(await removedAs(database, me, name)).toBe(1);
    };
    const [present, next] = [randomUUID(), randomUUID()].map((id) =>
      filesOf(sizeName(`${me}/${id}`, 'page', 'webp')),
    );
    for (const name of [...(present ?? []), ...(next ?? [])]) {
      await as(`insert into storage.objects (bucket_id, name) values ('profile-images', $1)`, [name]);
      await as('update public.user_profiles set profile_image_url = $1 where id = $2', [
        `/storage/v1/object/public/profile-images/${name}`,
        me,
      ]);
    }
    await removed(present);
    const refused = await refusal(() => remove());
    expect((JSON.parse(refused?.detail ?? '') as string[]).sort()).toEqual([...(next ?? [])].sort());
    await removed(next?.slice(1));
    expect(await refusal(() => remove())).toMatchObject({ hint: 'pictures_remain' });
    await removed(next?.slice(0, 1));
    expect(await remove()).toMatchObject({ deleted: true });
  });

  it('is not for visitors, and the last administrator stays', async () => {
    expect(await refusal(() => remove('EXCLUIR', null))).toMatchObject({ code: '42501' });
    await database.query('delete from auth.users where id = $1', [admin]);
    const admins = [
      await database.createUser({ role: 'admin' }),
      await database.createUser({ role: 'admin' }),
    ];
    expect(await remove('EXCLUIR', admins[0])).toMatchObject({ deleted: true, stays: ['tombstones'] });
    expect(await refusal(() => remove('EXCLUIR', admins[1] ?? null))).toMatchObject({ hint: 'last_admin' });
  });

  it('works before registration is complete', async () => {
    const registering = await signUp(database, {});
    expect(await remove('EXCLUIR', registering)).toMatchObject({ deleted: true });
    expect(await count(database, 'auth.users where id = $1', [registering])).toBe(0);
  });
});
