/** src/db/search/alternatives.ts beside request_alternatives: over random teachers both name the same three in the same order. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isForMinor } from '@/db/lessons/guardian-terms';
import { DAY_KEYS, slotOf, TIME_KEYS } from '@/db/rows/availability';
import type { LessonRequestRow } from '@/db/rows/lesson-rows';
import { dayNumber } from '@/db/rows/listed-checks';
import type { TeacherRow } from '@/db/rows/public-rows';
import { alternativesTo } from '@/db/search/alternatives';
import { SearchIndex } from '@/db/search/search-index';
import { toEntry } from '@/db/search/to-entry';
import type { TestDatabase } from '../../support/database.ts';
import { callAs, idOf, refusal } from '../accounts/account-steps.ts';
import { ask, createCouple, lessonWorld, pullOwn } from './lesson-steps.ts';

let database: TestDatabase;
let student: string;
lessonWorld((world) => {
  ({ database, student } = world);
});

const SLOTS = DAY_KEYS.flatMap((day) => TIME_KEYS.map((time) => slotOf(day, time)));
const STYLES = ['Forró', 'Bachata'];

const someTeacher = fc.record({
  name: fc.constantFrom('Ana', 'Bia', 'Caio', 'Ágata', 'Zé', 'ana clara'),
  city: fc.nat({ max: 2 }),
  styles: fc.uniqueArray(fc.nat({ max: 1 }), { maxLength: 2 }),
  slots: fc.oneof(fc.constant(null), fc.constant([]), fc.subarray(SLOTS, { maxLength: 3 })),
  average: fc.constantFrom(null, 3.67, 4, 4.35, 4.5, 5),
  count: fc.nat({ max: 9 }),
  highlighted: fc.boolean(),
  /** Days until the check of background ends; null without one. */
  background: fc.constantFrom(null, -1, 0, 1, 90),
  /** Not listed any more. */
  gone: fc.nat({ max: 9 }).map((n) => n === 0),
});
const someRequest = fc.record({
  teacher: fc.nat({ max: 29 }),
  style: fc.nat({ max: 1 }),
  days: fc.subarray([...DAY_KEYS], { maxLength: 3 }),
  times: fc.subarray([...TIME_KEYS], { maxLength: 2 }),
  /** Made by a guardian for a person under age. */
  minor: fc.boolean(),
});
const world = fc.record({
  teachers: fc.array(someTeacher, { minLength: 30, maxLength: 30 }),
  requests: fc.array(someRequest, { minLength: 3, maxLength: 5 }),
  blocked: fc.uniqueArray(fc.nat({ max: 29 }), { maxLength: 4 }),
  home: fc.option(fc.nat({ max: 2 })),
});

it('names the same three on phone and server', async () => {
  const styles = await Promise.all(STYLES.map((name) => idOf(database, 'dance_styles', name)));
  let named = 0;
  let forMinors = 0;
  // The teachers of this world are listings only, so that none could be asked for a person under age.
  await database.query('alter table public.lesson_requests disable trigger guardian');
  await fc.assert(
    fc.asyncProperty(world, async ({ teachers, requests, blocked, home }) => {
      const cities = await database.query<{ id: string }>(
        `insert into public.cities (name) select 'Cidade ' || gen_random_uuid() from generate_series(1, 3) returning id`,
      );
      const cityOf = (n: number) => cities[n]?.id ?? null;
      const person = await database.createUser({
        role: 'student',
        ...(home === null ? {} : { cityId: cityOf(home) ?? '' }),
      });
      const ids = teachers.map(() => randomUUID());
      for (const [n, one] of teachers.entries()) {
        const folded = one.name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
        await database.query(
          one.gone
            ? `insert into public.teacher_listings (id, _deleted) values ($1, true)`
            : `insert into public.teacher_listings (id, name, folded_name, rank, city_id, style_ids, availability,
                 rating_average, rating_count, modalidades_aula, is_featured, is_highlighted, five_stars, four_stars,
                 three_stars, two_stars, one_star, checks)
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '{}', false, $10, 0, 0, 0, 0, 0,
                 'i2611991231' || coalesce(to_char(app.today() + $11::integer, '"b2611"YYMMDD'), ''))`,
          one.gone
            ? [ids[n]]
            : [
                ids[n],
                one.name,
                folded,
                `${one.highlighted ? 0 : 1}${folded} ${ids[n]}`,
                cityOf(one.city),
                one.styles.map((style) => styles[style]),
                one.slots,
                one.count === 0 ? null : one.average,
                one.average === null ? 0 : one.count,
                one.highlighted,
                one.background,
              ],
        );
      }
      for (const n of blocked) {
        await database.query(
          `insert into public.blocks (user_id, person_id, is_on, name, wished_at) values ($1, $2, true, 'X', now())`,
          [person, ids[n]],
        );
      }
      for (const one of requests) {
        if (blocked.includes(one.teacher)) continue;
        await database.query(
          `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id, preferred_days, preferred_times,
             guardian_terms, guardian_terms_at)
           values (gen_random_uuid(), $1, $2, $3, $4, $5, case when $6 then '1' end, case when $6 then now() end)
           on conflict do nothing`,
          [person, ids[one.teacher], styles[one.style], one.days, one.times, one.minor],
        );
      }

      const index = new SearchIndex();
      const rows = await database.query<{ row: TeacherRow }>(
        'select to_jsonb(l) as row from public.teacher_listings l where not l._deleted',
      );
      index.apply(
        rows.map(({ row }) => toEntry(row)),
        [],
      );
      const own = (await pullOwn(database, person, 'lesson_requests')).rows as unknown as LessonRequestRow[];
      const hidden = new Set(blocked.map((n) => ids[n] ?? ''));
      for (const request of own) {
        const here = alternativesTo(request, {
          index,
          own,
          hidden,
          cityId: home === null ? null : cityOf(home),
          today: dayNumber(Date.now()),
        });
        named += here.length;
        if (isForMinor(request)) forMinors += here.length;
        expect(await callAs(database, person, 'request_alternatives($1)', [request.id])).toEqual(here);
      }
    }),
    { numRuns: 25 },
  );
  await database.query('alter table public.lesson_requests enable trigger guardian');
  expect(named).toBeGreaterThan(50);
  expect(forMinors).toBeGreaterThan(10);
});

it('is told to the student only', async () => {
  const couple = await createCouple(database);
  const request = await ask(database, couple);
  const asking = (person: string) => callAs(database, person, 'request_alternatives($1)', [request]);
  expect(await asking(couple.student)).toEqual([]);
  for (const person of [couple.teacher, student]) {
    expect(await refusal(() => asking(person))).toMatchObject({ code: 'PT404', hint: 'request_unknown' });
  }
});

it('reads the same for a student whom a teacher has blocked, as the search and the phone do', async () => {
  const couple = await createCouple(database);
  const request = await ask(database, couple);
  const other = await database.createUser({ role: 'teacher', styleIds: [couple.style] });
  await database.query(
    `update public.user_profiles set city_id = (select id from public.cities limit 1) where id = any ($1)`,
    [[couple.teacher, other]],
  );
  const asking = () => callAs<string[]>(database, couple.student, 'request_alternatives($1)', [request]);
  const before = await asking();
  expect(before).toContain(other);
  await database.query(
    `insert into public.blocks (user_id, person_id, is_on, name, wished_at) values ($1, $2, true, 'X', now())`,
    [other, couple.student],
  );
  expect(await asking()).toEqual(before);
});
