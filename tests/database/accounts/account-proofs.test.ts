/**
 * Protection between a stolen token and an account: e-mail changes need both mailboxes, leaving
 * needs a fresh sign-in and sends a mail.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { deleteAccount, refusal, register, STUDENT } from './account-steps.ts';

let database: TestDatabase;
let me: string;
let email: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  email = `${randomUUID()}@example.com`;
  me = await register(database, STUDENT, email);
  await database.query(
    `update auth.users set encrypted_password = 'primeira', email_confirmed_at = now() where id = $1`,
    [me],
  );
});

const user = (assignments: string, ...params: unknown[]) =>
  database.query(`update auth.users set ${assignments} where id = $1`, [me, ...params]);

describe('an e-mail address changes', () => {
  const wanted = () => `novo-${email}`;
  const pending = () =>
    user(
      `email_change = $2, email_change_token_new = 'ficha-nova-' || id,
       email_change_token_current = 'ficha-atual-' || id, email_change_confirm_status = 0`,
      wanted(),
    );
  const complete = () =>
    user(
      `email = email_change, email_change = '', email_change_token_new = '', email_change_token_current = '',
       email_change_confirm_status = 0`,
    );
  const support = () =>
    database.query<{ user_id: string | null }>(
      'select user_id from public.supporter_tiers where email = $1',
      [wanted()],
    );

  beforeEach(async () => {
    await database.query(
      `insert into public.supporter_tiers (email, tier, amount) values ($1, 'brilho_palco', 63)`,
      [wanted()],
    );
  });

  it('not with one link, whichever mailbox it came from: paid support stays with its owner', async () => {
    await pending();
    expect(await refusal(complete)).toMatchObject({ code: 'PT403', hint: 'confirmation_missing' });
    expect(await support()).toEqual([{ user_id: null }]);
    const [row] = await database.query('select email from public.user_profiles where id = $1', [me]);
    expect(row).toEqual({ email });
  });

  it('after both mailboxes confirmed, and the support of the new address follows', async () => {
    await pending();
    await user(`email_change_confirm_status = 1, email_change_token_current = ''`);
    await complete();
    expect(await support()).toEqual([{ user_id: me }]);
    const [row] = await database.query('select email from public.user_profiles where id = $1', [me]);
    expect(row).toEqual({ email: wanted() });
  });

  it('at once where there was none, and by the administrator of the auth service', async () => {
    await user('email = $2', `equipe-${email}`);
    await pending();
    await user('email = $2', wanted());
    expect(await support()).toEqual([{ user_id: me }]);
  });
});

describe('an account is deleted', () => {
  const leave = (age = '0 seconds') => deleteAccount<{ deleted: boolean }>(database, me, 'EXCLUIR', age);
  const change = (password: string) => user('encrypted_password = $2, recovery_token = null', password);

  it('not by a sign-in with a password that was just changed', async () => {
    await database.query(`update app.password_changes set changed_at = now() - interval '2 days'`);
    await change('do-ladrao');
    await database.query(
      `update app.password_changes set changed_at = now() - interval '23 hours' where user_id = $1`,
      [me],
    );
    expect(await refusal(() => leave())).toMatchObject({ code: 'PT403', hint: 'password_changed_lately' });
    await database.query(
      `update app.password_changes set changed_at = now() - interval '25 hours' where user_id = $1`,
      [me],
    );
    expect(await leave()).toMatchObject({ deleted: true });
  });

  it('in the young session in which the password was changed: that sign-in was with the old one', async () => {
    await change('outra');
    expect(await leave('5 minutes')).toMatchObject({ deleted: true });
  });

  it('by a sign-in with a password that a recovery link set', async () => {
    await change('do-ladrao');
    await user(`recovery_token = 'ficha-de-recuperacao-' || id`);
    await user('recovery_token = null');
    await change('da-dona');
    expect(await leave()).toMatchObject({ deleted: true });
  });

  it('not because a link was opened, nor by a second change after the one that the link allowed', async () => {
    await change('do-ladrao');
    await user(`recovery_token = 'ficha-de-recuperacao-' || id`);
    await user('recovery_token = null');
    expect(await refusal(() => leave())).toMatchObject({ hint: 'password_changed_lately' });
    await change('da-dona');
    await change('do-ladrao-outra-vez');
    expect(await refusal(() => leave())).toMatchObject({ hint: 'password_changed_lately' });
  });

  it('not by asking for a link and changing the password without it', async () => {
    await user(`recovery_token = 'ficha-de-recuperacao-' || id`);
    await change('do-ladrao');
    expect(await refusal(() => leave())).toMatchObject({ hint: 'password_changed_lately' });
  });
});
