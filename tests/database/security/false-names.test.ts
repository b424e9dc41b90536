/** Names that pass themselves off as the team's are refused wherever people see names, and by phone and server alike. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFalseName, isFalseSignature, skeleton } from '../../../src/lib/false-names.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, idOf, refusal, STUDENT, signUp } from '../accounts/account-steps.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const FALSE_NAMES = [
  'Equipe Danceflix',
  'equipe do danceflix',
  'Danceflix',
  'Dance Flix Oficial',
  'Suporte',
  'Suporte Técnico',
  'Ana do Suporte',
  'S u p o r t e',
  'Su porte',
  'Administração',
  'Adrninistração',
  'Moderadora Ana',
  'Atendimento ao aluno',
  'Professora Verificada',
  // Cyrillic, Greek, full width, mathematical, small capitals.
  'Ѕuроrtе',
  'Суппорт Danceflix',
  'Εquipe',
  'Ｓｕｐｏｒｔｅ',
  '𝐄𝐪𝐮𝐢𝐩𝐞 𝐃𝐚𝐧𝐜𝐞𝐟𝐥𝐢𝐱',
  'ꜱᴜᴘᴏʀᴛᴇ',
  'DanceﬂIx',
  'Danceflıx',
  'Clanceflix',
  'Súpörtê',
  // An alphabet within a word of another.
  'Аna Souza',
  'Ana Sоuza',
];
const HONEST_NAMES = [
  'Ana Souza',
  'Íris da Conceição',
  'João Ávila',
  'Bernardo Arnaldo',
  'Admilson Edmundo',
  'Moderno da Silva',
  'Adão Minelli',
  'Danilo Flick',
  'Equador Quipe',
  'Oficialdo Ramos',
  'Sacha Adma',
  'Veridiana Central',
  'Maria do Ó',
  'Łukasz Ørsted Þór',
  'Анна Петрова',
  'Ελένη Παπαδοπούλου',
  '王小明',
  'Ana Анна',
];
const FALSE_SIGNATURES = [
  'Equipe Danceflix',
  'Danceflix: confirme sua conta neste link',
  'Suporte: sua conta será apagada',
  'Confirme sua conta.\nEquipe do Danceflix',
  'Ѕuроrtе\nMande o código',
];
const HONEST_TEXTS = [
  'Amo o Danceflix!',
  'A equipe do Danceflix respondeu rápido',
  'Equipe linda do forró: vamos?',
  'Alguém da administração da casa sabe o horário?',
  'Baile hoje: 20 h',
  '',
];

async function asked(procedure: string, values: readonly string[]): Promise<unknown[]> {
  const rows = await database.query<{ answer: unknown }>(
    `select app.${procedure}(v) as answer from unnest($1::text[]) with ordinality u (v, at) order by at`,
    [values],
  );
  return rows.map(({ answer }) => answer);
}

describe('the phone and the server', () => {
  it.each([
    [FALSE_NAMES, 'is_false_name', isFalseName, true],
    [HONEST_NAMES, 'is_false_name', isFalseName, false],
    [FALSE_SIGNATURES, 'is_false_signature', isFalseSignature, true],
    [HONEST_TEXTS, 'is_false_signature', isFalseSignature, false],
  ] as const)('know false from honest: %j', async (values, procedure, onPhone, expected) => {
    const wrong = { phone: values.filter((value) => onPhone(value) !== expected), server: [] as string[] };
    const answers = await asked(procedure, values);
    wrong.server = values.filter((_, at) => answers[at] !== expected);
    expect(wrong).toEqual({ phone: [], server: [] });
  });

  it('agree on every text', async () => {
    const looks = (
      await database.query<{ looks: string }>('select look_alikes as looks from app.look_alikes()')
    ).flatMap(({ looks }) => Array.from(looks));
    expect(looks.length).toBeGreaterThan(200);
    const piece = fc.oneof(
      fc.constantFrom(...looks),
      fc.constantFrom(
        'Equipe',
        'suporte',
        'dance',
        'flix',
        'Admin',
        'rn',
        'vv',
        'cl',
        'do',
        ':',
        '\n',
        '  ',
        '-',
        'á',
        'ﬂ',
      ),
      fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz ABCI019'),
    );
    const texts = fc.sample(
      fc.array(piece, { maxLength: 14 }).map((parts) => parts.join('')),
      800,
    );
    expect(await asked('skeleton', texts)).toEqual(texts.map(skeleton));
    expect(await asked('is_false_name', texts)).toEqual(texts.map(isFalseName));
    expect(await asked('is_false_signature', texts)).toEqual(texts.map(isFalseSignature));
  });
});

describe('a false name', () => {
  it('[S9] is refused at registration and when it is changed later', async () => {
    const vitoria = await idOf(database, 'cities', 'Vitória');
    for (const name of ['Equipe Danceflix', 'Suporte', 'Ѕuроrtе', 'Administração']) {
      const me = await signUp(database, { role: 'student', name }, `${randomUUID()}@example.com`);
      const payload = JSON.stringify({ ...STUDENT, name, city_id: vitoria });
      expect(
        await refusal(() => callAs(database, me, 'complete_registration($1::text::jsonb)', [payload])),
        name,
      ).toMatchObject({ hint: 'profile_failed' });
      const person = await database.createUser({ role: 'student', name: 'Ana Souza' });
      expect(
        await refusal(() =>
          callAs(database, person, 'update_profile($1, $2::text::jsonb, $3)', [
            randomUUID(),
            JSON.stringify({ name }),
            null,
          ]),
        ),
        name,
      ).toMatchObject({ code: '22023', hint: 'name_reserved', detail: 'name' });
    }
  });

  it('is refused wherever a person types a name that others see, and the team may name itself', async () => {
    const [admin, person] = [
      await database.createUser({ role: 'admin', name: 'Equipe Danceflix' }),
      await database.createUser({ role: 'student' }),
    ];
    await database.query(
      `insert into public.supporter_tiers (user_id, email, tier, amount) values ($1, 'x@example.com', 'passinho', 1)`,
      [person],
    );
    const places = await database.query<{ place: string }>(
      `select c.relname || '.' || convert_from(split_part(encode(t.tgargs, 'escape'), '\\000', 1)::bytea, 'UTF8') as place
       from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'false_name' order by 1`,
    );
    expect(places.map(({ place }) => place)).toEqual([
      'events.organiser',
      'posts.text',
      'student_leads.nome',
      'supporter_tiers.display_name',
      'user_profiles.name',
    ]);
    const change = (as: string) =>
      database.as('authenticated', as, (tx) =>
        tx.query('update public.user_profiles set name = $2 where id = $1', [as, 'Suporte Danceflix']),
      );
    expect(await refusal(() => change(person))).toMatchObject({ hint: 'name_reserved' });
    await change(admin);
    expect(
      await refusal(() =>
        database.query(`update public.supporter_tiers set display_name = 'Danceflix' where user_id = $1`, [
          person,
        ]),
      ),
    ).toMatchObject({ hint: 'name_reserved', detail: 'display_name' });
    const post = { id: randomUUID(), text: 'Confirme sua conta.\nEquipe do Danceflix' };
    expect(
      await refusal(() =>
        callAs(database, person, 'create_post($1, $2::text::jsonb)', [randomUUID(), JSON.stringify(post)]),
      ),
    ).toMatchObject({ hint: 'name_reserved', detail: 'text' });
  });
});

describe('the address of a page', () => {
  const teacher = (name: string) => database.createUser({ role: 'teacher', name });
  const choose = (person: string, slug: string) =>
    callAs(database, person, 'set_own_slug($1, $2::text::jsonb)', [randomUUID(), JSON.stringify({ slug })]);
  const fromName = (person: string) =>
    callAs<string>(database, person, 'update_teacher_slug($1, $2)', [person, null]);
  const slugOf = async (person: string) =>
    (await database.query<{ slug: string }>('select slug from public.teachers where id = $1', [person]))[0]
      ?.slug;
  const approval = (person: string, at: string | null) =>
    database.query(
      `update public.teachers set is_active = $2::text is not null, approved_at = $2::timestamptz where id = $1`,
      [person, at],
    );

  it.each(['equ1pe', 'danc3flix-bh', 'suporte-ana', 'adrnin', '5uporte', 'of1cial', 'verificado'])(
    'is never like %s',
    async (slug) => {
      const me = await teacher('Rita Honesta');
      expect(await refusal(() => choose(me, slug))).toMatchObject({ hint: 'slug_reserved' });
    },
  );

  it('of an approved teacher’s name is not kept by one whom nobody approved', async () => {
    const [squatter, real] = [await teacher('Marina Couto'), await teacher('Marina Couto')];
    await approval(squatter, null);
    await approval(real, null);
    expect([await fromName(squatter), await fromName(real)]).toEqual(['marina-couto', 'marina-couto-2']);
    await approval(real, '2026-11-01T00:00:00Z');
    expect([await slugOf(squatter), await slugOf(real)]).toEqual(['marina-couto-3', 'marina-couto']);
    const notices = await database.query(
      `select kind from public.notifications where user_id = $1 and kind = 'teacher.address_moved'`,
      [squatter],
    );
    expect(notices).toHaveLength(1);
    // Once both are approved, nobody gives way.
    await approval(squatter, '2026-11-02T00:00:00Z');
    expect([await slugOf(squatter), await slugOf(real)]).toEqual(['marina-couto-3', 'marina-couto']);
  });

  it('that is another teacher’s name cannot be chosen, and the own name’s is given back', async () => {
    const [famous, other] = [await teacher('Carlos de Jesus'), await teacher('Zeca Pinto')];
    await approval(other, null);
    await approval(famous, null);
    await choose(other, 'carlos-de-jesus');
    await approval(famous, '2026-11-01T00:00:00Z');
    await choose(famous, 'carlos-de-jesus');
    expect([await slugOf(famous), await slugOf(other)]).toEqual(['carlos-de-jesus', 'carlos-de-jesus-2']);
    await choose(famous, 'carlinhos');
    expect(await refusal(() => choose(other, 'carlos-de-jesus'))).toMatchObject({ hint: 'slug_taken' });
  });
});
