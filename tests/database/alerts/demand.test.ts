/** Searches that found nobody: counts of five and more, in fives, once a day, and never more than that. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { callAs, refusal } from '../accounts/account-steps.ts';
import { placesOf, savePhone, setAlert, setVisitorAlert, tell, type World } from './alert-steps.ts';

interface Demand {
  day: string | null;
  rows: { style: string; city: string; people: number; teachers: number }[];
}

const DAY = 24 * 60;
let world: World;
let teacher: string;
let admin: string;
beforeAll(async () => {
  world = await placesOf(await createTestDatabase());
  const { database, zouk, vitoria } = world;
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
  teacher = await database.createUser({
    role: 'teacher',
    name: 'Marina Couto',
    cityId: vitoria,
    styleIds: [zouk],
  });
});
afterAll(() => world.database.close());

const seen = (person: string | null, procedure = 'teacher_demand()') =>
  callAs<Demand>(world.database, person, procedure);
const students = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      world.database.createUser({ role: 'student', name: `Aluna ${'abcdefghijkl'[n]}` }),
    ),
  );
const lead = (nome: string, style: string, city: string) =>
  callAs(world.database, null, 'create_lead($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify({ id: randomUUID(), nome, cidade: city, estilo_danca: style }),
  ]);

// «Professores e equipe veem só quantas pessoas procuram um estilo numa cidade, nunca um número abaixo de cinco.»
it('[T083] counts people, reachable phones and unmet leads once each, and says five at the least', async () => {
  const { zouk, forro, vitoria, curitiba } = world;
  const people = await students(3);
  for (const person of people) await setAlert(world, person, { style_id: zouk, city_id: vitoria });
  // Two wishes of one person are one person.
  await setAlert(world, people[0] ?? '', { style_id: zouk, city_id: vitoria, neighborhood: 'Centro' });
  const { secret } = await setVisitorAlert(world, { style_id: zouk, city_id: vitoria });
  await tell(world, 0);
  expect(await seen(teacher)).toMatchObject({ day: expect.any(String), rows: [] });

  await savePhone(world, secret);
  await setVisitorAlert(world, { style_id: zouk, city_id: vitoria });
  // The count of the day stands.
  await tell(world, 1);
  expect((await seen(teacher)).rows).toEqual([]);
  await tell(world, DAY);
  expect((await seen(teacher)).rows).toEqual([]);

  await lead('Íris', 'zouk', 'VITORIA');
  await lead('IRIS', 'Zouk', 'Vitória');
  await tell(world, 2 * DAY);
  expect((await seen(teacher)).rows).toEqual([{ style: 'Zouk', city: 'Vitória', people: 5, teachers: 1 }]);

  for (const person of await students(4)) await setAlert(world, person, { style_id: zouk, city_id: vitoria });
  for (const person of await students(12))
    await setAlert(world, person, { style_id: forro, city_id: vitoria });
  for (const person of await students(6))
    await setAlert(world, person, { style_id: zouk, city_id: curitiba });
  for (const person of await students(7))
    await setAlert(world, person, { style_id: forro, city_id: curitiba });
  await tell(world, 3 * DAY);
  // Nine are five; own style and city first; the style elsewhere and the city's other styles after it.
  expect((await seen(teacher)).rows).toEqual([
    { style: 'Zouk', city: 'Vitória', people: 5, teachers: 1 },
    { style: 'Forró', city: 'Vitória', people: 10, teachers: 0 },
    { style: 'Zouk', city: 'Curitiba', people: 5, teachers: 0 },
  ]);
  expect((await seen(admin, 'admin_demand()')).rows).toHaveLength(4);
});

it('[T083] students, visitors and other teachers see nothing of it', async () => {
  const [student] = await students(1);
  expect(await refusal(() => seen(student ?? ''))).toMatchObject({ code: '42501', hint: 'not_a_teacher' });
  expect(await refusal(() => seen(null))).toMatchObject({ code: '42501' });
  expect(await refusal(() => seen(teacher, 'admin_demand()'))).toMatchObject({ hint: 'admin_only' });
  const elsewhere = await world.database.createUser({ role: 'teacher', name: 'Rui', styleIds: [] });
  expect((await seen(elsewhere)).rows).toEqual([]);
});
