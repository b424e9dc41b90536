/** Before the team's approval: the usual time, and the link to the page as it will be. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Statements } from '../../../supabase/embedded/database.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { idOf, refusal } from './account-steps.ts';

let database: TestDatabase;
let teacher: string;
let student: string;

interface Facts {
  usual_hours: number | null;
  preview: string | null;
}

const factsOf = (who: string) => call<Facts>(who, 'public.review_facts()');
const share = (who: string, shared: boolean) =>
  call<string | null>(who, `public.share_my_preview(${shared})`);
const preview = (token: string | null, who: string | null = null) =>
  call<{ state: string; teacher?: Record<string, unknown>; [key: string]: unknown }>(
    who,
    'public.teacher_preview($1)',
    [token],
  );

const asked = <T>(who: string | null, work: (tx: Statements) => Promise<T>) =>
  database.as(who === null ? 'anon' : 'authenticated', who, work);

async function call<T>(who: string | null, sql: string, params: unknown[] = []): Promise<T> {
  const [row] = await asked(who, (tx) => tx.query<{ answer: T }>(`select ${sql} as answer`, params));
  return row?.answer as T;
}

beforeAll(async () => {
  database = await createTestDatabase();
  const forro = await idOf(database, 'dance_styles', 'Forró');
  const cityId = await idOf(database, 'cities', 'Vitória');
  teacher = await database.createUser({
    role: 'teacher',
    name: 'Rita Prado',
    isActive: false,
    styleIds: [forro],
    cityId,
  });
  student = await database.createUser({ role: 'student' });
  await database.query(
    `update public.teachers set approved_at = null, bio = 'Danço desde criança.' where id = $1`,
    [teacher],
  );
});
afterAll(() => database.close());

it('the usual time is told from five approvals on, as the half of them', async () => {
  const approve = async (hours: number) => {
    const id = await database.createUser({ role: 'teacher' });
    await database.query(
      `update public.teachers set created_at = now() - make_interval(hours => $2 + 1),
         approved_at = now() - interval '1 hour' where id = $1`,
      [id, hours],
    );
  };
  for (const hours of [2, 5, 50, 90]) await approve(hours);
  expect(await factsOf(teacher)).toEqual({ usual_hours: null, preview: null });
  await approve(30);
  expect(await factsOf(teacher)).toMatchObject({ usual_hours: 30 });
  // Approvals of long ago say nothing about now.
  await database.query(
    `update public.teachers set created_at = now() - interval '400 days', approved_at = now() - interval '300 days'
     where approved_at < now() and created_at < approved_at and id <> $1`,
    [teacher],
  );
  expect(await factsOf(teacher)).toMatchObject({ usual_hours: null });
});

it('only teachers ask', async () => {
  for (const ask of [() => factsOf(student), () => share(student, true)])
    expect(await refusal(ask)).toMatchObject({ code: '42501', hint: 'not_a_teacher' });
});

describe('the link of a preview', () => {
  it('is the same however often it is asked for, and shows the page without the contact to anybody', async () => {
    const token = await share(teacher, true);
    expect(token).toMatch(/^[0-9a-f-]{36}$/);
    expect(await share(teacher, true)).toBe(token);
    expect(await factsOf(teacher)).toMatchObject({ preview: token });
    for (const who of [null, student]) {
      const shown = await preview(token, who);
      expect(shown).toMatchObject({
        state: 'shown',
        city: 'Vitória',
        styles: ['Forró'],
        teacher: { id: teacher, name: 'Rita Prado', bio: 'Danço desde criança.' },
      });
      expect(Object.keys(shown.teacher ?? {})).not.toContain('whatsapp');
    }
    const rows = await asked(null, (tx) => tx.query('select id from public.teachers'));
    expect(rows).not.toContainEqual({ id: teacher });
    expect(
      await refusal(() => asked(teacher, (tx) => tx.query('select preview_token from public.teachers'))),
    ).toMatchObject({
      code: '42501',
    });
  });

  it('is gone once it is taken back, and the next is another', async () => {
    const token = await share(teacher, true);
    expect(await share(teacher, false)).toBeNull();
    expect(await preview(token)).toEqual({ state: 'gone' });
    expect(await share(teacher, true)).not.toBe(token);
    expect(await preview(null)).toEqual({ state: 'gone' });
  });

  it('shows nothing of a suspended account, who may make none', async () => {
    const token = await share(teacher, true);
    await database.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      teacher,
    ]);
    expect(await preview(token)).toEqual({ state: 'gone' });
    await database.query('update auth.users set banned_until = null where id = $1', [teacher]);
    expect(await preview(token)).toMatchObject({ state: 'shown' });
  });

  it('leads to the listed page after the approval, and stays silent about one who is taken off again', async () => {
    const token = await share(teacher, true);
    await database.query('update public.teachers set is_active = true where id = $1', [teacher]);
    const [row] = await database.query<{ slug: string | null }>(
      'select slug from public.teachers where id = $1',
      [teacher],
    );
    expect(await preview(token)).toEqual({ state: 'listed', slug: row?.slug ?? teacher });
    expect(await factsOf(teacher)).toMatchObject({ preview: null });
    expect(await share(teacher, true)).toBeNull();
    await database.query('update public.teachers set is_active = false where id = $1', [teacher]);
    expect(await preview(token)).toEqual({ state: 'gone' });
  });
});
