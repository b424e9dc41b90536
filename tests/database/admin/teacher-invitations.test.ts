/** Invitations of teachers: who makes, reads, opens and uses them, and when they end. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, refusal, signUp } from '../accounts/account-steps.ts';
import { list } from './admin-steps.ts';

interface Invited {
  rows: { row: number; outcome: string; id?: string; field?: string }[];
}
interface Opened {
  state: string;
  name?: string;
  city?: string | null;
  styles?: string[];
  by?: string | null;
}
interface InvitationRow {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  token: string | null;
  state: string;
  teacher: { name: string } | null;
  by: { name: string } | null;
}

let database: TestDatabase;
let admin: string;
let city: string;
let style: string;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
  const [found] = await database.query<{ city: string; style: string }>(
    `select (select c.id from public.cities c where c.name = 'Recife') as city,
       (select d.id from public.dance_styles d where d.active order by d.name limit 1) as style`,
  );
  city = found?.city ?? '';
  style = found?.style ?? '';
});
afterAll(() => database.close());
afterEach(() =>
  database.exec('delete from app.teacher_invitations where true; delete from app.rate_counts where true'),
);

const invite = (rows: unknown, command = randomUUID(), person: string | null = admin) =>
  callAs<Invited>(database, person, 'admin_invite_teachers($1, $2::text::jsonb)', [
    command,
    JSON.stringify(rows),
  ]);
const revoke = (id: string | undefined) =>
  callAs(database, admin, 'admin_revoke_invitation($1, $2)', [randomUUID(), id]);
const open = (token: string | null, person: string | null = null) =>
  callAs<Opened>(database, person, 'teacher_invitation($1)', [token]);
const claim = (person: string, token: string) =>
  callAs<{ id: string }>(database, person, 'claim_teacher_invitation($1, $2)', [randomUUID(), token]);
const rows = async () => (await list<InvitationRow>(database, admin, 'teacher_invitations')).rows;
const inviteOne = async (more: Record<string, unknown> = {}) => {
  await invite([{ name: 'Bia Nova', email: 'bia@example.com', ...more }]);
  const [row] = await rows();
  if (!row?.token) throw new Error('no invitation');
  return { ...row, token: row.token };
};
const register = async (token: string, metadata: Record<string, unknown> = {}) => {
  const person = await signUp(database, {
    role: 'teacher',
    name: 'Bia Nova',
    registration: { role: 'teacher', name: 'Bia Nova', invitation: token, ...metadata },
  });
  await callAs(database, person, 'complete_registration($1::text::jsonb)', [
    JSON.stringify({ role: 'teacher', name: 'Bia Nova', terms_accepted: true }),
  ]);
  return person;
};

describe('the team', () => {
  it('invites many at once; wrong lines do not stop the others', async () => {
    const answer = await invite([
      { name: 'Bia Nova', email: 'BIA@example.com', city_id: city, style_ids: [style] },
      { name: 'Caio Novo', phone: '+5581999990000' },
      { name: 'Sem Contato' },
      { name: 'Erro', email: 'sem-arroba' },
      { name: 'N4o', email: 'n@example.com' },
      { name: 'Equipe Danceflix', email: 'e@example.com' },
      { name: 'Outra Cidade', email: 'o@example.com', city_id: randomUUID() },
      { name: 'Outro Estilo', email: 'p@example.com', style_ids: ['forró'] },
      { name: 'Repetida', email: 'bia@example.com' },
      'nada',
    ]);
    expect(answer.rows.map(({ outcome, field }) => field ?? outcome)).toEqual([
      'invited',
      'invited',
      'email',
      'email',
      'name',
      'name',
      'city_id',
      'style_ids',
      'open',
      'row',
    ]);
    expect(answer.rows[8]?.id).toBe(answer.rows[0]?.id);
    expect(await rows()).toHaveLength(2);
  });

  it('does nothing twice: neither by the same command nor by another one', async () => {
    const command = randomUUID();
    const first = await invite([{ name: 'Bia Nova', email: 'bia@example.com' }], command);
    expect(await invite([{ name: 'Bia Nova', email: 'bia@example.com' }], command)).toEqual(first);
    const again = await invite([{ name: 'Bia Nova', email: 'bia@example.com' }]);
    expect(again.rows).toEqual([{ row: 1, outcome: 'open', id: first.rows[0]?.id }]);
    expect(await rows()).toHaveLength(1);
  });

  it('is told who has an account', async () => {
    const [known] = await database.query<{ email: string }>(
      'select email from public.user_profiles where id = $1',
      [await database.createUser({ role: 'teacher', name: 'Ana Antiga' })],
    );
    const { rows: told } = await invite([{ name: 'Ana Antiga', email: known?.email }]);
    expect(told).toEqual([{ row: 1, outcome: 'registered' }]);
  });

  it('alone invites, reads and revokes, and takes no list of none or of 501', async () => {
    const teacher = await database.createUser({ role: 'teacher', name: 'Ana Antiga' });
    const { id } = await inviteOne();
    expect(
      await refusal(() => invite([{ name: 'X Y', email: 'x@example.com' }], randomUUID(), teacher)),
    ).toMatchObject({
      hint: 'admin_only',
    });
    expect(await refusal(() => list(database, teacher, 'teacher_invitations'))).toMatchObject({
      hint: 'admin_only',
    });
    expect(
      await refusal(() => callAs(database, teacher, 'admin_revoke_invitation($1, $2)', [randomUUID(), id])),
    ).toMatchObject({ hint: 'admin_only' });
    for (const wrong of [[], Array.from({ length: 501 }, () => ({})), {}]) {
      expect(await refusal(() => invite(wrong))).toMatchObject({ code: '22023', hint: 'invalid_value' });
    }
  });

  it('revokes an unused link, which leaves a line in the audit without who was invited', async () => {
    const { id, token } = await inviteOne();
    await revoke(id);
    await revoke(id);
    expect(await open(token)).toEqual({ state: 'revoked' });
    expect(await rows()).toMatchObject([{ state: 'revoked', token: null }]);
    const lines = await database.query<{ action: string }>(
      `select action, before, after, personal from public.audit_log where row_id = $1 order by at`,
      [id],
    );
    expect(lines.map(({ action }) => action)).toEqual(['insert', 'update']);
    expect(JSON.stringify(lines)).not.toMatch(/bia|nova/i);
    expect(await refusal(() => revoke(randomUUID()))).toMatchObject({ hint: 'invitation_missing' });
  });
});

describe('a link', () => {
  it('says name, city and styles to anybody who has it, and never how to reach the person', async () => {
    const { token } = await inviteOne({ phone: '+5581999990000', city_id: city, style_ids: [style] });
    const answer = await open(token);
    expect(answer).toMatchObject({ state: 'open', name: 'Bia Nova', city: 'Recife', by: null });
    expect(answer.styles).toHaveLength(1);
    expect(JSON.stringify(answer)).not.toMatch(/example|8199/);
    expect(await rows()).toMatchObject([{ state: 'opened' }]);
  });

  it('is unknown, or over after thirty days', async () => {
    expect(await open(randomUUID())).toEqual({ state: 'unknown' });
    expect(await open(null)).toEqual({ state: 'unknown' });
    const { token } = await inviteOne();
    await database.exec(`update app.teacher_invitations set expires_at = now()`);
    expect(await open(token)).toEqual({ state: 'expired' });
    expect(await rows()).toMatchObject([{ state: 'expired', token: null }]);
    const again = await invite([{ name: 'Bia Nova', email: 'bia@example.com' }]);
    expect(again.rows).toMatchObject([{ outcome: 'invited' }]);
  });

  it('is used by the registration that kept it, once', async () => {
    const { id, token } = await inviteOne();
    const person = await register(token);
    expect(await open(token)).toEqual({ state: 'used' });
    expect(await rows()).toMatchObject([{ state: 'registered', teacher: { name: 'Bia Nova' } }]);
    expect(await refusal(() => revoke(id))).toMatchObject({ hint: 'invitation_used' });
    await register(token);
    const [kept] = await database.query('select used_by from app.teacher_invitations');
    expect(kept).toEqual({ used_by: person });
    await database.query('update public.teachers set approved_at = now() where id = $1', [person]);
    expect(await rows()).toMatchObject([{ state: 'approved' }]);
  });

  it.each(['revoked_at = now()', 'expires_at = now()'])('never stops a registration (%s)', async (ended) => {
    const { token } = await inviteOne();
    await database.exec(`update app.teacher_invitations set ${ended}`);
    const person = await register(token);
    expect(await database.query('select id from public.teachers where id = $1', [person])).toHaveLength(1);
    expect(await database.query('select used_by from app.teacher_invitations')).toEqual([{ used_by: null }]);
    await register('nada');
  });

  it('is claimed by a teacher who has an account, and by nobody after that', async () => {
    const teacher = await database.createUser({ role: 'teacher', name: 'Ana Antiga' });
    const other = await database.createUser({ role: 'teacher', name: 'Outra Antiga' });
    const student = await database.createUser({ role: 'student', name: 'Aluno Antigo' });
    const { token } = await inviteOne();
    expect(await refusal(() => claim(student, token))).toMatchObject({ hint: 'not_a_teacher' });
    await claim(teacher, token);
    await claim(teacher, token);
    expect(await refusal(() => claim(other, token))).toMatchObject({ hint: 'invitation_used' });
    expect(await refusal(() => claim(other, randomUUID()))).toMatchObject({ hint: 'invitation_missing' });
  });

  it.each([
    ['revoked_at = now()', 'invitation_revoked'],
    ['expires_at = now()', 'invitation_expired'],
  ])('that ended is not claimed (%s)', async (ended, hint) => {
    const teacher = await database.createUser({ role: 'teacher', name: 'Ana Antiga' });
    const { token } = await inviteOne();
    await database.exec(`update app.teacher_invitations set ${ended}`);
    expect(await refusal(() => claim(teacher, token))).toMatchObject({ hint });
  });
});

it('ended invitations go after ninety days, used ones stay', async () => {
  const { token } = await inviteOne();
  await register(token);
  await invite([
    { name: 'Velha', email: 'velha@example.com' },
    { name: 'Retirada', email: 'retirada@example.com' },
    { name: 'Recente', email: 'recente@example.com' },
  ]);
  await database.exec(`
    update app.teacher_invitations set expires_at = now() - interval '91 days' where name in ('Velha', 'Bia Nova');
    update app.teacher_invitations set revoked_at = now() - interval '91 days' where name = 'Retirada';
    update app.teacher_invitations set expires_at = now() - interval '89 days' where name = 'Recente';
    select public.tidy_up()`);
  expect((await rows()).map(({ name }) => name).sort()).toEqual(['Bia Nova', 'Recente']);
});

it('a removed account takes its invitation along, and leaves those that it made', async () => {
  const { token } = await inviteOne();
  const person = await register(token);
  await database.query('select app.sweep_personal_data($1, $2)', [person, 'nova@example.com']);
  expect(await rows()).toEqual([]);
  await inviteOne();
  await database.query('select app.sweep_personal_data($1, $2)', [admin, 'equipe@example.com']);
  expect(await rows()).toMatchObject([{ name: 'Bia Nova', by: null }]);
});
