/** The Mural: writing, removing, visibility, and the posts that stay on phones. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorTag } from '@/reads/author-tag';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { callAs, count, idOf, refusal } from '../accounts/account-steps.ts';
import { decide } from '../admin/admin-steps.ts';
import { Phone } from '../support/phone.ts';

let database: TestDatabase;
let me: string;
let other: string;
let admin: string;
let phone: Phone;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe Danceflix' });
});
afterAll(() => database.close());
beforeEach(async () => {
  me = await database.createUser({ role: 'student', name: 'Camila Duarte' });
  other = await database.createUser({ role: 'student', name: 'Bruno Reis' });
  phone = new Phone(database, 'pull_content');
  await phone.sync();
  return async () => {
    await database.query('delete from auth.users where id = any($1::uuid[])', [`{${me},${other}}`]);
    await database.query('delete from public.posts');
  };
});

interface Answer {
  command_id: string;
  version: number;
  post_id: string;
}
const write = (person: string | null, post: Record<string, unknown> = {}, command = randomUUID()) =>
  callAs<Answer>(database, person, 'create_post($1, $2::text::jsonb)', [
    command,
    JSON.stringify({ id: randomUUID(), text: 'Quem vai ao baile?', ...post }),
  ]);
const remove = (person: string | null, id: string, reason: string | null = null, command = randomUUID()) =>
  callAs<Answer>(database, person, 'remove_post($1, $2, $3)', [command, id, reason]);
const listed = (id: string) => phone.rows.get(id)?._deleted === false;

describe('a post', () => {
  // «o texto, com seu nome e sua foto, para todos, até você ou a equipe tirar.»
  it('[T075][D134] of a signed-in person is read by everybody; a visitor cannot write one', async () => {
    const forro = await idOf(database, 'dance_styles', 'Forró');
    const city = await idOf(database, 'cities', 'Vitória');
    const { post_id, version } = await write(me, {
      text: ' Quem vai? ',
      city_id: city,
      dance_style_id: forro,
    });
    const read = () =>
      database.as('anon', null, (tx) =>
        tx.query<{ data: object; xid: string }>(
          'select data, _xid::text as xid from public.content_items where id = $1',
          [post_id],
        ),
      );
    const [row] = await read();
    expect(row?.data).toMatchObject({
      text: 'Quem vai?',
      city_id: city,
      style_id: forro,
      author_name: 'Camila',
    });
    expect(Number(row?.xid)).toBe(version);
    expect(await refusal(() => write(null))).toMatchObject({ code: '42501' });
    const insert = `insert into public.posts (id, author_id, text) values (gen_random_uuid(), $1, 'Oi')`;
    for (const role of ['anon', 'authenticated'] as const) {
      expect(
        await sqlState(() => database.as(role, role === 'anon' ? null : me, (tx) => tx.query(insert, [me]))),
      ).toBe('42501');
    }
  });

  it('shows of its author the first name, the picture and a tag, neither id nor surname', async () => {
    const { post_id } = await write(me);
    await phone.sync();
    const text = JSON.stringify(phone.rows.get(post_id));
    expect(text).not.toContain(me);
    expect(text).not.toContain('Duarte');
    expect(phone.rows.get(post_id)?.data).toMatchObject({
      author_tag: await authorTag(me),
      author_role: 'student',
    });
    const { post_id: teams } = await write(admin);
    await phone.sync();
    expect(phone.rows.get(teams)?.data).toMatchObject({
      author_name: 'Equipe Danceflix',
      author_role: 'admin',
    });
  });

  it('follows its author’s new name and picture', async () => {
    const { post_id } = await write(me);
    await phone.sync();
    await database.query(
      `update public.user_profiles set name = 'Mila Duarte', profile_image_url = 'https://example.com/a.png' where id = $1`,
      [me],
    );
    await phone.sync();
    expect(phone.rows.get(post_id)?.data).toMatchObject({
      author_name: 'Mila',
      author_image_url: 'https://example.com/a.png',
    });
    await database.query(`update public.user_profiles set whatsapp = '+5511900000009' where id = $1`, [me]);
    expect((await phone.sync()).filter(({ kind }) => kind === 'post')).toEqual([]);
  });

  it('is created once however often the command arrives', async () => {
    const [id, command] = [randomUUID(), randomUUID()];
    const first = await write(me, { id }, command);
    expect(await write(me, { id }, command)).toEqual(first);
    expect(await count(database, 'public.posts where author_id = $1', [me])).toBe(1);
    expect(await refusal(() => write(me, { id }))).toMatchObject({ hint: 'post_exists' });
    expect(await refusal(() => write(other, { id }))).toMatchObject({ hint: 'post_exists' });
  });

  it('cannot take the id of other public content', async () => {
    const id = randomUUID();
    await database.query(`select app.put_content('event', $1, null, 'a', '{}')`, [id]);
    expect(await refusal(() => write(me, { id }))).toMatchObject({ code: 'PT409', hint: 'post_exists' });
  });

  it.each([
    [{ text: '' }, 'invalid_value'],
    [{ text: '\u200b \u2060' }, 'invalid_value'],
    [{ text: 'a'.repeat(501) }, 'invalid_value'],
    [{ text: 'a\u0007b' }, 'invalid_value'],
    [{ id: 'x' }, 'invalid_value'],
    [{ author_id: randomUUID() }, 'invalid_value'],
    [{ city_id: randomUUID() }, 'city_unknown'],
    [{ dance_style_id: randomUUID() }, 'style_unknown'],
  ])('with %j is refused', async (post, hint) => {
    expect(await refusal(() => write(me, post))).toMatchObject({ code: '22023', hint });
  });

  it.each(['💃', 'a'.repeat(500), '<script>alert(1)</script>'])(
    'may contain %j, letter by letter',
    async (text) => {
      const { post_id } = await write(me, { text });
      await phone.sync();
      expect(phone.rows.get(post_id)?.data).toMatchObject({ text });
    },
  );

  it('is limited to ten a person and day, removed ones counted', async () => {
    const first = await write(me);
    for (let n = 1; n < 10; n += 1) await write(me, { text: `Recado ${n}` });
    await remove(me, first.post_id);
    expect(await refusal(() => write(me))).toMatchObject({ code: 'PT409', hint: 'too_many_posts' });
    await write(other);
    await database.query(
      `update public.posts set created_at = created_at - interval '25 hours' where id = $1`,
      [first.post_id],
    );
    await write(me);
  });
});

describe('removing', () => {
  it('[T075] by the author removes it from all phones, and its text is deleted', async () => {
    const { post_id } = await write(me, { text: 'Texto que vai embora' });
    await phone.sync();
    const command = randomUUID();
    const answer = await remove(me, post_id, null, command);
    expect(answer).toMatchObject({ command_id: command, removed_by: 'author' });
    expect(await remove(me, post_id, null, command)).toEqual(answer);
    await phone.sync();
    expect(phone.rows.get(post_id)).toMatchObject({ _deleted: true, data: null });
    expect(await count(database, `public.posts p where strpos(p::text, 'vai embora') > 0`, [])).toBe(0);
    expect(await refusal(() => remove(me, post_id))).toMatchObject({ code: 'PT404', hint: 'post_unknown' });
  });

  it('[D136] by an admin removes it from all phones, and tells the author why; another person cannot', async () => {
    const { post_id } = await write(me, { text: 'Vendo ingresso falso' });
    expect(await refusal(() => remove(other, post_id))).toMatchObject({
      code: '42501',
      hint: 'not_the_author',
    });
    expect(await refusal(() => remove(null, post_id))).toMatchObject({ code: '42501' });
    await phone.sync();
    expect(listed(post_id)).toBe(true);
    await remove(admin, post_id, 'Golpe');
    await phone.sync();
    expect(listed(post_id)).toBe(false);
    expect(
      await database.query(`select kind, body from public.notifications where user_id = $1`, [me]),
    ).toEqual([
      { kind: 'post.removed', body: 'A equipe do Danceflix removeu uma publicação sua. Motivo: Golpe' },
    ]);
    const seen = (person: string) =>
      database.as('authenticated', person, (tx) =>
        tx.query('select text, removed_by from public.posts where id = $1', [post_id]),
      );
    const row = [{ text: 'Vendo ingresso falso', removed_by: 'team' }];
    expect([await seen(admin), await seen(me), await seen(other)]).toEqual([row, row, []]);
  });

  it('can be reported only while it is shown', async () => {
    const { post_id } = await write(me);
    const reportable = () =>
      database.query<{ yes: boolean }>('select app.reportable_post($1) as yes', [post_id]);
    expect(await reportable()).toEqual([{ yes: true }]);
    await remove(me, post_id);
    expect(await reportable()).toEqual([{ yes: false }]);
  });
});

it('never takes the id of a person: their public page would disappear', async () => {
  for (const id of [other, me, admin]) {
    expect(await refusal(() => write(me, { id }))).toMatchObject({ code: 'PT409', hint: 'post_exists' });
  }
  await callAs(database, other, 'update_profile($1, $2::text::jsonb)', [randomUUID(), '{"is_public": true}']);
  expect(await count(database, `public.content_items where id = $1 and kind = 'dancer'`, [other])).toBe(1);
  // Nor may a post take the id of a deleted account: it is the id of the tombstone.
  await database.query('delete from auth.users where id = $1', [other]);
  expect(await refusal(() => write(me, { id: other }))).toMatchObject({ hint: 'post_exists' });
});

describe('what phones hold', () => {
  it('is the newest two hundred; an older one does not come back with its author’s new name', async () => {
    const { post_id: oldest } = await write(me);
    await database.query(`update public.posts set created_at = '2020-01-01' where id = $1`, [oldest]);
    await database.query(
      `insert into public.posts (id, author_id, text, created_at)
       select gen_random_uuid(), $1, 'Recado', now() - n * interval '1 minute' from generate_series(1, 199) n`,
      [other],
    );
    const live = () => count(database, `public.content_items where kind = 'post' and not _deleted`, []);
    await phone.sync();
    expect([await live(), listed(oldest)]).toEqual([200, true]);
    const { post_id: newest } = await write(me);
    await phone.sync();
    expect([await live(), listed(oldest), listed(newest)]).toEqual([200, false, true]);
    await database.query(`update public.user_profiles set name = 'Mila Duarte' where id = $1`, [me]);
    await phone.sync();
    expect([await live(), listed(oldest)]).toEqual([200, false]);
    expect(await callAs<{ posts: unknown[] }>(database, me, 'my_data()')).toMatchObject({
      posts: expect.arrayContaining([expect.objectContaining({ id: oldest, is_listed: false })]),
    });
  });

  it('is the newest two hundred again once newer ones are removed; not those that a block has removed', async () => {
    const { post_id: oldest } = await write(me);
    await database.query(`update public.posts set created_at = '2020-01-01' where id = $1`, [oldest]);
    const spammer = await database.createUser({ role: 'student', name: 'Spam' });
    await database.query(
      `insert into public.posts (id, author_id, text, created_at)
       select gen_random_uuid(), $1, 'Compre já', now() - n * interval '1 second' from generate_series(1, 210) n`,
      [spammer],
    );
    await phone.sync();
    expect(listed(oldest)).toBe(false);
    const [spam] = await database.query<{ id: string }>(
      `select id from public.posts where author_id = $1 and is_listed order by created_at desc limit 1`,
      [spammer],
    );
    await remove(admin, spam?.id ?? '', 'Spam.');
    const older = () => count(database, 'public.posts where author_id = $1 and is_older', [spammer]);
    expect(await older()).toBe(9);
    await database.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      spammer,
    ]);
    await phone.sync();
    expect([listed(oldest), await older()]).toEqual([true, 0]);
    expect(await count(database, 'public.posts where author_id = $1 and is_listed', [spammer])).toBe(0);
    await database.query('delete from auth.users where id = $1', [spammer]);
  });

  /**
   * Two hundred newer posts of another person push one older post out: returns their newest, and
   * the older one.
   */
  async function crowdOut(): Promise<{ newest: string; oldest: string }> {
    const { post_id: oldest } = await write(me);
    await database.query(`update public.posts set created_at = '2020-01-01' where id = $1`, [oldest]);
    await database.query(
      `insert into public.posts (id, author_id, text, created_at)
       select gen_random_uuid(), $1, 'Recado', now() - n * interval '1 minute' from generate_series(1, 200) n`,
      [other],
    );
    await phone.sync();
    expect(listed(oldest)).toBe(false);
    const [row] = await database.query<{ id: string }>(
      'select id from public.posts where author_id = $1 order by created_at desc limit 1',
      [other],
    );
    return { newest: row?.id ?? '', oldest };
  }

  it.each(['removes one', 'leaves'])('is the newest two hundred again when an author %s', async (how) => {
    const { newest, oldest } = await crowdOut();
    if (how === 'leaves') await database.query('delete from auth.users where id = $1', [other]);
    else await remove(other, newest);
    await phone.sync();
    expect([listed(newest), listed(oldest)]).toEqual([false, true]);
  });

  it('is two hundred, not more, when the team brings back what it removed', async () => {
    const { newest, oldest } = await crowdOut();
    const live = () => count(database, `public.content_items where kind = 'post' and not _deleted`, []);
    await decide(database, admin, { what: 'post', target_id: newest, decision: 'remove' });
    await phone.sync();
    expect([await live(), listed(oldest), listed(newest)]).toEqual([200, true, false]);
    await decide(database, admin, { what: 'post', target_id: newest, decision: 'keep' });
    await phone.sync();
    expect([await live(), listed(oldest), listed(newest)]).toEqual([200, false, true]);
  });

  it('loses posts with the account, however it is removed', async () => {
    const { post_id: mine } = await write(me);
    const { post_id: theirs } = await write(other);
    await database.query('delete from auth.users where id = $1', [me]);
    await phone.sync();
    expect([listed(mine), listed(theirs)]).toEqual([false, true]);
    expect(await count(database, 'public.posts where author_id = $1', [me])).toBe(0);
  });

  it('loses posts when the team blocks the account, which then writes no more', async () => {
    const { post_id } = await write(me);
    await database.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [me]);
    await phone.sync();
    expect(listed(post_id)).toBe(false);
    expect(await refusal(() => write(me))).toMatchObject({ code: 'PT403', hint: 'account_banned' });
    await database.query('update auth.users set banned_until = null where id = $1', [me]);
    await write(me);
  });
});
