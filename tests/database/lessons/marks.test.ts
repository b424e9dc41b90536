/**
 * Favourites and blocks: who may set them, which of two changes wins, what phones receive, and what
 * stays secret.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../support/database.ts';
import { callAs, count, refusal } from '../accounts/account-steps.ts';
import {
  agree,
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
import { block, endBlocks, favour, marksOf, pullMarks } from './mark-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;

lessonWorld((world) => {
  ({ database, couple, student, teacher } = world);
});

describe('a favourite', () => {
  it('is added and removed, each as often as it is delivered', async () => {
    const [on, off] = [randomUUID(), randomUUID()];
    const set = await favour(
      database,
      student,
      teacher,
      { command: on, ago: 2 },
      { wished_at: '2026-01-01T10:00:00Z' },
    );
    expect(set).toMatchObject({ wanted: true, outdated: false });
    const repeated = await favour(
      database,
      student,
      teacher,
      { command: on },
      { wished_at: '2026-01-01T10:00:00Z' },
    );
    expect(repeated).toEqual(set);
    expect(await marksOf(database, student)).toEqual([['favourite', teacher]]);
    expect(await favour(database, student, teacher, { wanted: false, command: off })).toMatchObject({
      wanted: false,
    });
    // The repeated first delivery arrives last: it gets its first answer, and changes nothing.
    expect(
      await favour(database, student, teacher, { command: on }, { wished_at: '2026-01-01T10:00:00Z' }),
    ).toEqual(set);
    expect(await marksOf(database, student)).toEqual([]);
    expect(await count(database, 'public.favourites where user_id = $1', [student])).toBe(1);
  });

  it('follows the later change, whichever phone is heard first', async () => {
    // One phone was offline for ten minutes; the other's newer change is on the server already.
    await favour(database, student, teacher, { wanted: false, ago: 5 });
    expect(await favour(database, student, teacher, { ago: 10 })).toMatchObject({
      wanted: false,
      outdated: true,
    });
    expect(await marksOf(database, student)).toEqual([]);
    expect(await favour(database, student, teacher, { ago: 4 })).toMatchObject({
      wanted: true,
      outdated: false,
    });
  });

  it('follows what the person saw when a clock was set back', async () => {
    const { version } = await favour(database, student, teacher, { ago: 0 });
    const taken = await favour(database, student, teacher, { wanted: false, ago: 600, base: version });
    expect(taken).toMatchObject({ wanted: false, outdated: false });
  });

  it('never carries a time in the future', async () => {
    await favour(database, student, teacher, { ago: -600 });
    const [row] = await database.query<{ late: boolean }>(
      'select wished_at > now() as late from public.favourites where user_id = $1',
      [student],
    );
    expect(row).toEqual({ late: false });
  });

  it('belongs to a student, names a listed teacher, and is complete', async () => {
    expect(await refusal(() => favour(database, teacher, student))).toMatchObject({ hint: 'not_a_student' });
    const unlisted = { code: 'PT409', hint: 'teacher_unavailable' };
    expect(await refusal(() => favour(database, student, randomUUID()))).toMatchObject(unlisted);
    await database.query('update public.teachers set is_paused = true where id = $1', [teacher]);
    expect(await refusal(() => favour(database, student, teacher))).toMatchObject(unlisted);
    // Removing a favourite does not need the teacher to be listed.
    expect(await favour(database, student, teacher, { wanted: false })).toMatchObject({ wanted: false });
    expect(await favour(database, student, randomUUID(), { wanted: false })).toMatchObject({ version: null });
    for (const more of [
      { teacher_id: student },
      { teacher_id: 'x' },
      { wanted: 'yes' },
      { wished_at: 'ontem, às dez' },
      { wished_at: '-infinity' },
      { wished_at: null },
      { name: 'Extra' },
    ]) {
      const refused = await refusal(() => favour(database, student, teacher, {}, more));
      expect([more, refused?.hint]).toEqual([more, 'invalid_value']);
    }
  });

  it('reaches the person’s phones, and as a tombstone without content when it is removed', async () => {
    const before = await pullMarks(database, student);
    expect(before).toMatchObject({ user_id: student, rows: [], total: 0 });
    const set = await favour(database, student, teacher);
    const page = await pullMarks(database, student, before.checkpoint);
    expect(page.rows).toMatchObject([
      { kind: 'favourite', person_id: teacher, _xid: set.version, _deleted: false },
    ]);
    const ids = await callAs<{ ids: string[] }>(database, student, 'visible_ids_favourites()');
    expect(ids).toMatchObject({ user_id: student, ids: page.rows.map((row) => row.id) });
    const off = await favour(database, student, teacher, { wanted: false });
    expect((await pullMarks(database, student, page.checkpoint)).rows).toMatchObject([
      {
        id: page.rows[0]?.id,
        _deleted: true,
        person_id: null,
        name: null,
        wished_at: null,
        _xid: off.version,
      },
    ]);
    expect(await callAs(database, student, 'visible_ids_favourites()')).toMatchObject({
      user_id: student,
      ids: [],
    });
    expect((await pullMarks(database, teacher)).rows).toEqual([]);
  });
});

describe('a block', () => {
  it('[T067] by a teacher ends accepted requests with the text of any end, and refuses new ones as if the teacher paused', async () => {
    const open = await agree(database, couple);
    await block(database, teacher, student);
    await endBlocks(database);
    expect(await statusOf(database, open)).toBe('Cancelado');
    const there = await held(database, student, open);
    expect(there).toMatchObject({ cancelled_by: 'teacher', reason: null, other_whatsapp: null });
    // The notification is that of any end.
    const twin = await createCouple(database);
    await cancel(database, twin.teacher, await agree(database, twin));
    const words = async (person: string) =>
      (await inbox(database, person)).map(({ kind, title, body }) => [kind, title, body]);
    expect(await words(student)).toEqual(await words(twin.student));

    const refused = await refusal(() => create(database, student, draft(couple)));
    await database.query('update public.teachers set is_paused = true where id = $1', [twin.teacher]);
    expect(refused).toEqual(await refusal(() => create(database, twin.student, draft(twin))));
    expect(refused).toMatchObject({ hint: 'teacher_unavailable' });
    // Other students can still ask.
    expect(await ask(database, { ...couple, student: twin.student })).toBeTruthy();
  });

  it('by a student ends open requests, removes the favourite and explains why a new request is refused', async () => {
    const open = await ask(database, couple);
    await favour(database, student, teacher, { ago: 1 });
    await block(database, student, teacher, { name: 'Marina' });
    expect(await statusOf(database, open)).toBe('Cancelado');
    expect(await marksOf(database, student)).toEqual([['block', teacher]]);
    expect((await pullMarks(database, student)).rows).toMatchObject([{ name: 'Marina' }]);
    expect(await refusal(() => create(database, student, draft(couple)))).toMatchObject({
      hint: 'person_blocked',
    });
  });

  it('can be removed, which allows requests again', async () => {
    const { version } = await block(database, teacher, student);
    expect(await block(database, teacher, student, { wanted: false, base: version })).toMatchObject({
      wanted: false,
    });
    expect(await ask(database, couple)).toBeTruthy();
    const [row] = await database.query('select name, is_on from public.blocks where user_id = $1', [teacher]);
    expect(row).toEqual({ name: null, is_on: false });
  });

  // «Só você vê;»
  it('[T060] is visible only to the person who made it', async () => {
    await block(database, teacher, student, { name: 'Nome só dela' });
    const data = JSON.stringify(await callAs(database, student, 'my_data()'));
    expect(data).not.toContain(teacher);
    expect(data).not.toContain('Nome só dela');
    expect((await pullMarks(database, student)).rows).toEqual([]);
    expect(JSON.stringify(await callAs(database, teacher, 'my_data()'))).toContain('Nome só dela');
  });

  it('reveals no name for an id, and is not about oneself or an unknown id', async () => {
    await block(database, teacher, student, { name: 'Meu apelido' });
    expect(JSON.stringify(await pullMarks(database, teacher))).not.toContain('Camila');
    expect(await refusal(() => block(database, teacher, teacher))).toMatchObject({ hint: 'invalid_value' });
    expect(await refusal(() => block(database, teacher, randomUUID()))).toMatchObject({ code: 'PT404' });
    for (const name of ['', 'x'.repeat(121)]) {
      expect(await refusal(() => block(database, teacher, student, { name }))).toMatchObject({
        hint: 'invalid_value',
      });
    }
  });
});

it('favourites and blocks are deleted with either person', async () => {
  await favour(database, student, teacher);
  await block(database, teacher, student, { name: 'Aluna insistente' });
  const own = await pullMarks(database, student);
  await database.query('delete from auth.users where id = $1', [teacher]);
  expect((await pullMarks(database, student, own.checkpoint)).rows).toMatchObject([
    { _deleted: true, person_id: null },
  ]);
  // The other phone is told that its account is gone, and forgets all.
  await expect(pullMarks(database, teacher)).rejects.toMatchObject({ code: 'PT401' });
  const left = `(select f::text as t from public.favourites f union all select b::text from public.blocks b) x
    where strpos(t, 'insistente') > 0 or strpos(t, $1) > 0 and strpos(t, $2) > 0`;
  expect(await count(database, left, [student, teacher])).toBe(0);
});
