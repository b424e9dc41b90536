/** The audit records every change by an administrator, by whatever way, for good. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actAs, createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { callAs, refusal } from '../accounts/account-steps.ts';
import { TABLES } from '../matrix.ts';
import { auditOf, list, setTeachers } from './admin-steps.ts';

/** Tables without an audit, and why. */
const NOT_AUDITED: Record<string, string> = {
  teacher_listings: 'follows from others',
  content_items: 'follows from others',
  profile_versions: 'follows from others',
  lesson_request_versions: 'follows from others',
  share_pictures: 'drawn from others',
  user_evaluation_stats: 'follows from others',
  sponsor_tier_definitions: 'counts of slots, written by nobody else',
  notifications: 'an inbox of its owner',
  pwa_subscriptions: 'phones of their owner',
  push_queue: 'follows from others',
  push_deliveries: 'follows from others',
  lessons: 'of the two people of a request, by procedures only',
  lesson_proposals: 'of the two people of a request, by procedures only',
  lesson_versions: 'counts changes of lessons',
  payment_keys: 'of their owner, by a procedure only',
  payment_key_versions: 'counts changes of payment keys',
  lesson_texts: 'of the two people of a request, by procedures only',
  homework_ticks: 'of the two people of a request, by procedures only',
  step_marks: 'of their owner, by a procedure only',
  step_reviews: 'of their owner, by a procedure only',
  notebook_versions: 'counts changes of notebooks',
  partner_requests: 'of their owner, by procedures only',
  partner_answers: 'of their owner, by procedures only',
  event_goings: 'of their owner, by a procedure only',
  favourites: 'marks of their owner',
  teacher_alerts: 'wishes of their owner, by a procedure only',
  blocks: 'marks of their owner',
  student_leads: 'of whoever sent them',
  user_acceptances: 'of whoever accepted',
  bulk_notification_recipients: 'who a sending goes to, which is settled with it',
  command_log: 'a log of commands',
  audit_log: 'the audit itself',
};

let database: TestDatabase;
let admin: string;
let other: string;
let teacher: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Úrsula da Equipe' });
  other = await database.createUser({ role: 'admin', name: 'Outro da Equipe' });
});
afterAll(() => database.close());
beforeEach(async () => {
  teacher = await database.createUser({ role: 'teacher', name: 'Marina Couto', isActive: false });
});

const asAdmin = (sql: string, params: unknown[] = []) =>
  database.as('authenticated', admin, (tx) => tx.query<{ id: string }>(sql, params));

describe('what is under audit', () => {
  it('is every table except those listed here', async () => {
    const rows = await database.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit') order by 1`,
    );
    expect(rows.map((row) => row.name)).toEqual(Object.keys(NOT_AUDITED).sort());
  });

  it('is every table that administrators write through the API', () => {
    const written = Object.entries(TABLES)
      .filter(([, rules]) =>
        [rules.insert[6], rules.update[6], rules.delete[6]].some((outcome) => outcome !== 'denied'),
      )
      .map(([name]) => name);
    expect(written.length).toBeGreaterThan(10);
    // Policies show admins no evaluation to change; their own phones are private and not audited.
    expect(written.filter((name) => name in NOT_AUDITED)).toEqual(['pwa_subscriptions']);
  });
});

describe('a line', () => {
  it('is written for a direct write: who, what, before and after of what changed', async () => {
    const [city] = await asAdmin(
      `insert into public.cities (name) values ('Cidade da Auditoria') returning id`,
    );
    const id = city?.id ?? '';
    await asAdmin(`update public.cities set name = 'Cidade Renomeada' where id = $1`, [id]);
    await asAdmin(`update public.cities set name = 'Cidade Renomeada' where id = $1`, [id]);
    const lines = await auditOf(database, admin, id);
    expect(lines).toMatchObject([
      {
        actor: { id: admin, name: 'Úrsula da Equipe' },
        action: 'insert',
        table_name: 'cities',
        before: null,
        after: { id, name: 'Cidade da Auditoria', active: true },
      },
      {
        action: 'update',
        before: { name: 'Cidade da Auditoria' },
        after: { name: 'Cidade Renomeada' },
      },
    ]);
    expect(Object.keys(lines[1]?.after ?? {})).toEqual(['name']);
  });

  it('is written for what procedures do, and for a deletion', async () => {
    await setTeachers(database, admin, [{ id: teacher, is_active: true }]);
    expect(await auditOf(database, admin, teacher)).toMatchObject([
      {
        action: 'update',
        table_name: 'teachers',
        label: 'Marina Couto',
        before: { is_active: false },
        after: { is_active: true, approved_at: expect.any(String) },
      },
    ]);
    const [event] = await asAdmin(
      `insert into public.events (title, kind, city_id, starts_at)
       select 'Baile da Auditoria', 'baile', id, '2027-01-01 22:00-03' from public.cities where name = 'Vitória'
       returning id`,
    );
    await asAdmin('delete from public.events where id = $1', [event?.id]);
    const lines = await auditOf(database, admin, event?.id ?? '');
    expect(lines[1]).toMatchObject({ action: 'delete', label: 'Baile da Auditoria', after: null });
    expect(lines[1]?.before).toMatchObject({ title: 'Baile da Auditoria', kind: 'baile' });
  });

  it('is not written for other people’s changes, nor for the server’s', async () => {
    await database.as('authenticated', teacher, (tx) =>
      tx.query(`update public.teachers set bio = 'Minha' where id = $1`, [teacher]),
    );
    await database.query('update public.teachers set is_featured = true where id = $1', [teacher]);
    expect(await auditOf(database, admin, teacher)).toEqual([]);
  });

  it('is written when an administrator resigns', async () => {
    const leaving = await database.createUser({ role: 'admin', name: 'Quem Deixa' });
    await database.as('authenticated', leaving, (tx) =>
      tx.query(`update public.user_profiles set role = 'student' where id = $1`, [leaving]),
    );
    expect(await auditOf(database, admin, leaving)).toMatchObject([
      { actor: { id: leaving }, before: { role: 'admin' }, after: { role: 'student' } },
    ]);
  });

  it('notes long texts by their digest', async () => {
    const body = JSON.stringify({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'palavra '.repeat(3000) }] }],
    });
    await database.query(`insert into public.blog_categories (name, slug) values ('Auditoria', 'auditoria')`);
    const [post] = await asAdmin(
      `insert into public.blog_posts (title, slug, category_id, excerpt, body, author_name)
       select 'Artigo longo', 'artigo-longo', id, 'Um resumo curto', $1::text::jsonb, 'Equipe'
       from public.blog_categories where slug = 'auditoria' returning id`,
      [body],
    );
    const [line] = await auditOf(database, admin, post?.id ?? '');
    expect(line?.after?.body).toEqual({
      bytes: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});

describe('the audit', () => {
  it('cannot be changed or emptied, not even by the owner of the table', async () => {
    await setTeachers(database, admin, [{ id: teacher, is_featured: true }]);
    for (const statement of [
      `update public.audit_log set actor_id = gen_random_uuid() where true`,
      'delete from public.audit_log where true',
      'truncate public.audit_log cascade',
    ]) {
      expect([statement, await sqlState(() => asAdmin(statement))]).toEqual([statement, '42501']);
      expect([statement, await sqlState(() => database.exec(statement))]).toEqual([statement, '23001']);
    }
    expect(await auditOf(database, admin, teacher)).toHaveLength(1);
  });

  it('is read by administrators only', async () => {
    await setTeachers(database, admin, [{ id: teacher, is_featured: true }]);
    const student = await database.createUser({ role: 'student' });
    for (const person of [teacher, student]) {
      expect(await refusal(() => list(database, person, 'audit'))).toMatchObject({
        code: '42501',
        hint: 'admin_only',
      });
      expect(
        await database.as('authenticated', person, (tx) => tx.query('select 1 from public.audit_log')),
      ).toEqual([]);
    }
    expect(await refusal(() => list(database, null, 'audit'))).toMatchObject({ code: '42501' });
  });

  it('is searched by person and by words, without accents', async () => {
    await database.as('authenticated', other, (tx) =>
      tx.query(`insert into public.cities (name) values ('Águas da Busca')`),
    );
    const found = async (search: string) =>
      (await list(database, admin, 'audit', { filter: { search } })).rows;
    expect(await found('aguas bus')).toMatchObject([{ after: { name: 'Águas da Busca' } }]);
    expect((await found('outro equipe')).length).toBeGreaterThan(0);
    for (const line of await found('outro equipe')) expect(line).toMatchObject({ actor: { id: other } });
    expect(await found('ninguém assim')).toEqual([]);
  });

  it('holds personal data only as long as the person has an account', async () => {
    await asAdmin(
      `update public.user_profiles set name = 'Nome Corrigido', whatsapp = '+5511900009999' where id = $1`,
      [teacher],
    );
    expect(await auditOf(database, admin, teacher)).toMatchObject([
      {
        before: { name: 'Marina Couto' },
        after: { name: 'Nome Corrigido', whatsapp: '+5511900009999' },
        hidden: [],
      },
    ]);
    expect(await callAs(database, teacher, 'my_data()')).toMatchObject({
      changes_by_team: [{ table: 'user_profiles', before: { name: 'Marina Couto' } }],
    });
    await database.query('select app.forget_user($1)', [teacher]);
    const [line] = await auditOf(database, admin, teacher);
    expect(line).toMatchObject({ action: 'update', label: null, hidden: ['name', 'whatsapp'] });
    expect(JSON.stringify(line)).not.toMatch(/Marina|Corrigido|9999/);
    const left = await database.query(
      `select from public.audit_log l where l::text ~ 'Marina|Corrigido|9999' and l.row_id = $1`,
      [teacher],
    );
    expect(left).toEqual([]);
  });

  it('keeps nothing of a person whom an administrator removes', async () => {
    await database.transaction(async (tx) => {
      await actAs(tx, 'authenticated', admin);
      await tx.exec('reset role');
      await tx.query('select app.forget_user($1)', [teacher]);
    });
    expect((await auditOf(database, admin, teacher)).length).toBeGreaterThan(0);
    expect(await database.query(`select from app.audit_personal a where a::text like '%Marina%'`)).toEqual(
      [],
    );
    expect(await database.query(`select from public.audit_log l where l::text like '%Marina%'`)).toEqual([]);
  });

  it('forgets the e-mail of a supporter without account when that person registers and leaves', async () => {
    const email = `${randomUUID()}@example.com`;
    await callAs(database, admin, 'save_supporter($1, $2::text::jsonb)', [
      randomUUID(),
      JSON.stringify({ email, tier: 'passinho' }),
    ]);
    const kept = () =>
      database.query('select from app.audit_personal a where strpos(a::text, $1) > 0', [email]);
    expect(await kept()).toHaveLength(1);
    const person = await database.createUser({ role: 'student', email });
    await database.query('delete from auth.users where id = $1', [person]);
    expect(await kept()).toEqual([]);
  });
});
