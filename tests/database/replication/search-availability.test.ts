/** The filter of days and times: the procedures count what the phone counts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_KEYS, slotBits, slotOf, TIME_KEYS, wantedBits } from '@/db/rows/availability';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const TAUGHT = [
  ['sabado-manha', 'sabado-tarde'],
  ['segunda-noite', 'quarta-noite', 'sabado-manha'],
  DAY_KEYS.flatMap((day) => TIME_KEYS.map((time) => slotOf(day, time))),
  ['domingo-noite'],
  [],
];

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const slots of TAUGHT) {
    const id = await database.createUser({ role: 'teacher', name: 'Uma Pessoa' });
    await database.query('update public.teachers set availability = $2 where id = $1', [id, slots]);
  }
  await database.createUser({ role: 'teacher', name: 'Quem Nada Disse' });
});
afterAll(() => database.close());

const counted = (procedure: string, filter: string | null) =>
  database.as('anon', null, async (tx) => {
    const [row] = await tx.query<{ n: number }>(
      `select (public.${procedure}(availability_filter => $1) ->> 'total_count')::int as n`,
      [filter],
    );
    return row?.n;
  });

const FILTERS = [
  ...DAY_KEYS,
  ...TIME_KEYS,
  ...DAY_KEYS.flatMap((day) => TIME_KEYS.map((time) => slotOf(day, time))),
  'feriado',
  'manha-sabado',
  'sabado-manha.noite',
  'terca-tarde.quinta-noite.feriado',
  'sabado-',
];

it.each(['search_teachers_with_filters', 'search_teachers_with_filters_cached'])(
  '%s finds as many as the phone',
  async (procedure) => {
    for (const filter of FILTERS) {
      const onPhone = TAUGHT.filter((slots) => (slotBits(slots) & wantedBits(filter)) !== 0).length;
      expect([filter, await counted(procedure, filter)]).toEqual([filter, onPhone]);
    }
    expect(await counted(procedure, null)).toBe(TAUGHT.length + 1);
    expect(await counted(procedure, '')).toBe(TAUGHT.length + 1);
  },
);
