/** Events that people propose, and who goes to events. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NotebookRow } from '../../../src/db/rows/notebook-fields.ts';
import { authorTag } from '../../../src/reads/author-tag.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, deleteAccount, idOf, refusal } from '../accounts/account-steps.ts';
import { inbox, type PrivatePage } from '../lessons/lesson-steps.ts';
import { Phone } from '../support/phone.ts';

let database: TestDatabase;
let admin: string;
let city: string;
let forro: string;
let me: string;
let phone: Phone;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin' });
  city = await idOf(database, 'cities', 'Vitória');
  forro = await idOf(database, 'dance_styles', 'Forró');
});
afterAll(() => database.close());
beforeEach(async () => {
  me = await database.createUser({ role: 'student', name: 'Olga Organiza' });
  phone = new Phone(database, 'pull_content');
});

type Fields = Record<string, unknown>;
const event = (more: Fields = {}): Fields & { id: string } => ({
  ...{ id: randomUUID(), title: 'Forró da Olga', kind: 'baile', dance_style_ids: [forro], city_id: city },
  ...{
    starts_at: '2027-01-05T23:00:00Z',
    ends_at: null,
    weekly: true,
    organiser: 'Coletivo da Olga',
    ...more,
  },
});
interface Told {
  version: number;
  row_id: string;
}
const call = (person: string | null, procedure: string, content: unknown, command = randomUUID()) =>
  callAs<Told>(database, person, `${procedure}($1, $2::text::jsonb)`, [command, JSON.stringify(content)]);
const propose = (content: Fields, person: string | null = me) => call(person, 'propose_event', content);
const refuse = (id: string, reason: string) => call(admin, 'admin_refuse_event', { event_id: id, reason });
const publish = (id: string, on = true) =>
  database.as('authenticated', admin, (tx) =>
    tx.query('update public.events set is_published = $2 where id = $1', [id, on]),
  );
const hint = async (act: () => Promise<unknown>) => (await refusal(act))?.hint ?? null;
async function own(person: string): Promise<(NotebookRow & { _xid: number })[]> {
  return (await callAs<PrivatePage>(database, person, 'pull_notebook()')).rows as never;
}
const told = async (person: string) => (await inbox(database, person)).map(({ kind, url }) => [kind, url]);
const shown = async (id: string) => {
  await phone.sync();
  const row = phone.rows.get(id) as unknown as { _deleted: boolean; data: Fields } | undefined;
  return row && !row._deleted ? row.data : null;
};

describe('a proposed event', () => {
  // «Um evento publicado é lido por todos, com um código de quem divulgou, para que um bloqueio o esconda;»
  it('[T084] waits unseen by others, is published by the team, and its author is told once', async () => {
    const wanted = event();
    const { version } = await propose(wanted);
    const [row] = await own(me);
    expect(row).toMatchObject({ id: wanted.id, kind: 'event', _xid: version, data: { state: 'waiting' } });
    expect(await shown(wanted.id)).toBeNull();
    await publish(wanted.id);
    expect(await shown(wanted.id)).toMatchObject({
      title: 'Forró da Olga',
      weekly: true,
      organiser: 'Coletivo da Olga',
      // Nothing of the account but the tag, by which a block hides it.
      author_tag: await authorTag(me),
    });
    expect(JSON.stringify(await shown(wanted.id))).not.toContain('Organiza');
    expect((await own(me))[0]?.data).toMatchObject({ state: 'published', is_published: true });
    await publish(wanted.id, false);
    await publish(wanted.id);
    expect(await told(me)).toEqual([['event.published', '/comunidade/eventos/forro-da-olga']]);
  });

  it('is refused with a reason, changed and sent again; a published one is changed by the team only', async () => {
    const wanted = event({ title: 'Baile Repetido' });
    await propose(wanted);
    await propose({ ...wanted, title: 'Baile Mudado' });
    await refuse(wanted.id, 'Falta o endereço.');
    expect((await own(me))[0]?.data).toMatchObject({
      ...{ title: 'Baile Mudado', slug: 'baile-mudado', state: 'refused', reason: 'Falta o endereço.' },
    });
    expect(await told(me)).toEqual([['event.refused', '/comunidade/divulgar']]);
    expect(await hint(() => refuse(wanted.id, 'De novo'))).toBe('event_unknown');
    await propose({ ...wanted, venue: 'Rua da Praia, 3' });
    expect((await own(me))[0]?.data).toMatchObject({
      state: 'waiting',
      reason: null,
      venue: 'Rua da Praia, 3',
    });
    await publish(wanted.id);
    expect(await hint(() => propose(wanted))).toBe('event_published');
    const audited = await database.query<{ table_name: string }>(
      `select table_name from public.audit_log where actor_id = $1 and row_id = $2 group by 1 order by 1`,
      [admin, wanted.id],
    );
    expect(audited.map(({ table_name }) => table_name)).toEqual(['event_proposals', 'events']);
  });

  it('is of its author: others neither change, confirm, call off nor read it', async () => {
    const other = await database.createUser({ role: 'teacher', name: 'Outra' });
    const wanted = event();
    await propose(wanted);
    expect(await hint(() => propose(wanted, other))).toBe('event_exists');
    expect(await own(other)).toEqual([]);
    const confirmation = { event_id: wanted.id, at: '2026-11-26T12:00:00Z' };
    const change = { event_id: wanted.id, day: '2027-01-12', off: true };
    // Not before it is published either.
    expect(await hint(() => call(me, 'confirm_event', confirmation))).toBe('event_unknown');
    await publish(wanted.id);
    expect(await hint(() => call(other, 'confirm_event', confirmation))).toBe('event_unknown');
    expect(await hint(() => call(other, 'call_off_event_day', change))).toBe('event_unknown');
    await call(me, 'confirm_event', confirmation);
    const { version } = await call(me, 'call_off_event_day', change);
    expect((await own(me))[0]).toMatchObject({ _xid: version, data: { off_dates: ['2027-01-12'] } });
  });

  it('arrives once, five times a day; hostile and past ones are refused', async () => {
    const command = randomUUID();
    const first = event();
    expect(await call(me, 'propose_event', first, command)).toEqual(
      await call(me, 'propose_event', first, command),
    );
    for (const [more, said] of [
      [{ starts_at: '2026-11-20T23:00:00Z', weekly: false }, 'start_passed'],
      [{ starts_at: 'amanhã' }, 'invalid_value'],
      [{ starts_at: '2027-02-31T23:00:00Z' }, 'invalid_value'],
      [{ starts_at: '2099-01-05T23:00:00Z' }, 'invalid_value'],
      [{ title: 'ab' }, 'invalid_value'],
      [{ title: 'Baile\u0007' }, 'invalid_value'],
      [{ kind: 'rave' }, 'invalid_value'],
      [{ url: 'javascript:alert(1)' }, 'invalid_value'],
      [{ organiser: null }, 'invalid_value'],
      [{ is_published: true }, 'invalid_value'],
      [{ weekly: 'true' }, 'invalid_value'],
      [{ weekly_until: '2027-01-01' }, 'invalid_value'],
      [{ dance_style_ids: ['x'] }, 'invalid_value'],
      [{ dance_style_ids: [randomUUID()] }, 'style_unknown'],
      [{ city_id: randomUUID() }, 'city_unknown'],
    ] as const)
      expect(await hint(() => propose(event(more))), JSON.stringify(more)).toBe(said);
    for (let turn = 1; turn < 5; turn++) await propose(event());
    expect(await hint(() => propose(event()))).toBe('too_many_events');
    await propose({ ...first, title: 'Uma mudança ainda vai' });
  });

  it('is asked about a week before it counts as unconfirmed, once for each confirmation', async () => {
    const wanted = event();
    await propose(wanted);
    await publish(wanted.id);
    const tend = () => database.query('select public.tend_lessons()');
    const age = (days: number) =>
      database.query(
        `update public.events set confirmed_at = now() - make_interval(days => $2) where id = $1`,
        [wanted.id, days],
      );
    await age(22);
    await tend();
    expect(await told(me)).toHaveLength(1);
    await age(24);
    await tend();
    await tend();
    expect(await told(me)).toEqual([
      expect.arrayContaining(['event.published']),
      ['event.confirm', '/comunidade/divulgar'],
    ]);
  });

  it('[T084] goes with its author when it waits; a published one stays, and names nobody', async () => {
    const [waiting, published] = [event(), event({ title: 'Fica na Agenda' })];
    await propose(waiting);
    await propose(published);
    await publish(published.id);
    await deleteAccount(database, me, 'EXCLUIR');
    const left = await database.query<{ id: string }>(
      'select id from public.events where id = any($1::uuid[])',
      [`{${waiting.id},${published.id}}`],
    );
    expect(left).toEqual([{ id: published.id }]);
    expect(await shown(published.id)).not.toHaveProperty('author_tag');
  });

  it('that the team removes leaves its author’s phone', async () => {
    const wanted = event();
    await propose(wanted);
    await database.as('authenticated', admin, (tx) =>
      tx.query('delete from public.events where id = $1', [wanted.id]),
    );
    expect(await own(me)).toEqual([]);
  });
});

describe('who goes to an event', () => {
  let id: string;
  const day = '2027-01-12';
  const go = (person: string, going = true, more: Fields = {}) =>
    call(person, 'set_going', { event_id: id, day, going, ...more });
  const count = async () => {
    await database.query(
      `update app.event_counts set counted_at = counted_at - interval '11 minutes' where event_id = $1`,
      [id],
    );
    await database.query('select public.tend_lessons()');
    return (await shown(id))?.going;
  };
  beforeEach(async () => {
    const wanted = event();
    id = wanted.id;
    await propose(wanted);
    await publish(id);
  });

  // «só você vê quais são.»
  // «Os outros veem quantas pessoas vão, a partir de cinco.»
  it('[T086] is a number from five people on, without names, counted every ten minutes', async () => {
    const people: string[] = [];
    for (const name of 'ABCDE')
      people.push(await database.createUser({ role: 'student', name: `Vai ${name}` }));
    for (const person of people.slice(0, 4)) await go(person);
    expect(await count()).toBeUndefined();
    await go(people[4] ?? '');
    await go(people[4] ?? '');
    // Not at once: the fifth would be known by it.
    await database.query('select public.tend_lessons()');
    expect((await shown(id))?.going).toBeUndefined();
    expect(await count()).toEqual({ [day]: 5 });
    expect(JSON.stringify(await shown(id))).not.toContain('Vai ');
    await go(people[0] ?? '', false);
    expect(await count()).toBeUndefined();
    await go(people[0] ?? '');
    expect(await count()).toEqual({ [day]: 5 });
    await deleteAccount(database, people[1] ?? '', 'EXCLUIR');
    expect(await count()).toBeUndefined();
  });

  it('[T086] is known to the person alone, exactly once', async () => {
    const command = randomUUID();
    const content = { event_id: id, day, going: true };
    const first = await call(me, 'set_going', content, command);
    expect(await call(me, 'set_going', content, command)).toEqual(first);
    const goings = async (person: string) => (await own(person)).filter(({ kind }) => kind === 'going');
    expect(await goings(me)).toMatchObject([
      { id: first.row_id, _xid: first.version, data: { event_id: id, day, going: true } },
    ]);
    expect(await goings(await database.createUser({ role: 'teacher' }))).toEqual([]);
    await go(me, false);
    expect(await goings(me)).toMatchObject([{ data: { going: false } }]);
    for (const [more, said] of [
      [{ day: '2027-01-13' }, 'day_unknown'],
      [{ day: 'terça' }, 'invalid_value'],
      [{ event_id: randomUUID() }, 'event_unknown'],
      [{ going: 'sim' }, 'invalid_value'],
    ] as const)
      expect(await hint(() => go(me, true, more)), JSON.stringify(more)).toBe(said);
    await publish(id, false);
    expect(await hint(() => go(me))).toBe('event_unknown');
  });
});
