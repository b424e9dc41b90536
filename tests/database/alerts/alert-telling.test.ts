/** 'Avise-me': who is told of whom, once, whatever makes a teacher findable. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { block } from '../lessons/mark-steps.ts';
import { addPhone } from '../push/push-steps.ts';
import {
  inboxOf,
  placesOf,
  pushesOf,
  savePhone,
  setAlert,
  setVisitorAlert,
  tell,
  tellAll,
  type World,
} from './alert-steps.ts';

let world: World;
let student: string;
beforeAll(async () => {
  world = await placesOf(await createTestDatabase());
});
afterAll(() => world.database.close());
beforeEach(async () => {
  const { database } = world;
  // Alerts of earlier tests are over, and what they noted is forgotten.
  await database.exec(`update public.teacher_alerts set is_on = false where is_on;
    delete from app.visitor_phones; delete from app.alert_hits; delete from app.findable_teachers`);
  student = await database.createUser({ role: 'student', name: 'Quem Procura' });
});

const newTeacher = (more: object = {}) =>
  world.database.createUser({
    role: 'teacher',
    name: 'Marina Couto',
    cityId: world.vitoria,
    styleIds: [world.zouk],
    ...more,
  });
const setTeacher = (id: string, assignment: string) =>
  world.database.query(`update public.teachers set ${assignment} where id = $1`, [id]);
const zoukInVitoria = () => ({ style_id: world.zouk, city_id: world.vitoria });

describe('becoming findable', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['approval', (id) => setTeacher(id, 'is_active = true')],
    ['the end of a pause', (id) => setTeacher(id, 'is_active = true, is_paused = false')],
  ])('%s tells who waits, once', async (_, appear) => {
    const teacher = await newTeacher({ isActive: false, isPaused: true });
    await setTeacher(teacher, 'is_paused = false');
    await setAlert(world, student, zoukInVitoria());
    expect(await tellAll(world)).toEqual({ found: 0, told: 0 });
    await appear(teacher);
    expect(await tell(world, 0)).toMatchObject({ found: 0 });
    expect(await tellAll(world)).toEqual({ found: 1, told: 1 });
    expect(await inboxOf(world, student)).toEqual([
      {
        title: 'Chegou professor: Zouk em Vitória',
        body: expect.stringContaining('Uma pessoa nova ensina'),
        url: `/teachers/${teacher}`,
      },
    ]);
    await setTeacher(teacher, 'is_paused = true');
    await setTeacher(teacher, 'is_paused = false');
    expect(await tellAll(world)).toEqual({ found: 0, told: 0 });
    expect(await inboxOf(world, student)).toHaveLength(1);
  });

  it('a new style, city or bairro tells those who wait for it, and nobody who had it before', async () => {
    const { database, zouk, forro, vitoria, curitiba } = world;
    const teacher = await newTeacher({ styleIds: [forro], cityId: curitiba });
    await tellAll(world);
    const other = await database.createUser({ role: 'student', name: 'Quem Já Via' });
    await setAlert(world, other, { style_id: forro });
    await setAlert(world, student, { style_id: zouk, city_id: vitoria, neighborhood: 'jardim da pénha' });
    await database.query('insert into public.teacher_dance_styles values ($1, $2, 1)', [teacher, zouk]);
    expect((await tellAll(world)).found).toBe(0);
    await database.query('update public.user_profiles set city_id = $2 where id = $1', [teacher, vitoria]);
    expect((await tellAll(world)).found).toBe(0);
    await setTeacher(teacher, `neighborhood = 'Jardim da Penha'`);
    expect(await tellAll(world)).toEqual({ found: 1, told: 1 });
    expect((await inboxOf(world, student)).map(({ title }) => title)).toEqual([
      'Chegou professor: Zouk em Vitória, jardim da pénha',
    ]);
    await setTeacher(teacher, `bio = 'Danço desde criança'`);
    expect((await tellAll(world)).found).toBe(0);
    expect(await inboxOf(world, other)).toEqual([]);
  });

  it('an alert made in the same minute is told too', async () => {
    await newTeacher();
    await setAlert(world, student, zoukInVitoria());
    expect(await tellAll(world)).toEqual({ found: 1, told: 1 });
  });
});

describe('what is told', () => {
  it('a burst of approvals is one notification and one push', async () => {
    const { database, zouk, vitoria, curitiba } = world;
    await addPhone(database, student);
    await setAlert(world, student, zoukInVitoria());
    const first = await newTeacher();
    await tell(world, 2);
    await newTeacher();
    await newTeacher({ cityId: curitiba });
    expect(await tell(world, 4)).toMatchObject({ found: 1, told: 0 });
    expect(await tell(world, 5)).toMatchObject({ told: 1 });
    expect(await inboxOf(world, student)).toEqual([
      {
        title: 'Chegou professor: Zouk em Vitória',
        body: expect.stringContaining('2 pessoas novas'),
        url: '/search?style=Zouk&city=Vit%C3%B3ria',
      },
    ]);
    const pushes = await database.query('select from public.push_queue where user_id = $1', [student]);
    expect(pushes).toHaveLength(1);
    // Two alerts, and one of them for any city.
    await setAlert(world, student, { style_id: zouk });
    await setAlert(world, student, { city_id: vitoria });
    await database.query('update public.teachers set is_paused = true where id = $1', [first]);
    await newTeacher();
    await tellAll(world);
    expect((await inboxOf(world, student)).at(-1)).toMatchObject({
      title: 'Chegaram professores que você procura',
      body: 'Aulas em Vitória (1); Zouk (1); Zouk em Vitória (1).',
    });
  });

  it('tells nothing of a teacher who left before, and nothing when the alert is off', async () => {
    await setAlert(world, student, zoukInVitoria());
    const teacher = await newTeacher();
    await tell(world, 2);
    await setTeacher(teacher, 'is_paused = true');
    expect(await tell(world, 6)).toMatchObject({ told: 0 });
    await newTeacher();
    await tell(world, 2);
    await setAlert(world, student, zoukInVitoria(), false);
    expect(await tell(world, 6)).toMatchObject({ told: 0 });
    expect(await inboxOf(world, student)).toEqual([]);
  });

  it('tells nobody of oneself, nor across a block on either side, made before or after', async () => {
    const { database } = world;
    const [blocking, blocked, late] = await Promise.all(
      ['Quem Bloqueia', 'Quem É Bloqueada', 'Quem Bloqueia Depois'].map((name) =>
        database.createUser({ role: 'student', name }),
      ),
    );
    const teacher = await newTeacher({ isActive: false });
    for (const person of [blocking, blocked, late, teacher]) {
      await setAlert(world, person as string, zoukInVitoria());
    }
    await block(database, blocking as string, teacher);
    await block(database, teacher, blocked as string);
    await setTeacher(teacher, 'is_active = true');
    expect(await tell(world, 2)).toMatchObject({ found: 1 });
    await block(database, late as string, teacher);
    expect(await tell(world, 6)).toMatchObject({ told: 0 });
    for (const person of [blocking, blocked, late, teacher]) {
      expect(await inboxOf(world, person as string)).toEqual([]);
    }
  });
});

describe('a phone without an account', () => {
  it('is told by a push when the server can reach it, and waits until then', async () => {
    const { secret } = await setVisitorAlert(world, zoukInVitoria());
    const teacher = await newTeacher();
    expect(await tellAll(world)).toEqual({ found: 1, told: 0 });
    await savePhone(world, secret);
    expect(await tell(world, 7)).toMatchObject({ told: 1 });
    expect(await tell(world, 8)).toMatchObject({ told: 0 });
    expect(await pushesOf(world, secret)).toEqual([
      {
        title: 'Chegou professor: Zouk em Vitória',
        body: expect.any(String),
        url: `/teachers/${teacher}`,
        outcome: null,
      },
    ]);
  });

  it('forgets its secret’s token when another secret brings it', async () => {
    const { database } = world;
    const { secret } = await setVisitorAlert(world, zoukInVitoria());
    const token = await savePhone(world, secret);
    await database.query(`update app.visitor_phones set fcm_token = null`);
    await database.query(`update app.visitor_phones set fcm_token = $1`, [token]);
    const other = randomUUID();
    await database.as('anon', null, (tx) =>
      tx.query('select public.save_visitor_phone($1::text::jsonb)', [
        JSON.stringify({ secret: other, token }),
      ]),
    );
    const tokens = await database.query<{ fcm_token: string | null }>(
      'select fcm_token from app.visitor_phones',
    );
    expect(new Set(tokens.map((one) => one.fcm_token))).toEqual(new Set([token, null]));
  });
});
