/** Fields of which the later write counts: every kind that src/outbox/conflicts.ts gives this rule, in both orders. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CONFLICTS } from '../../../src/outbox/conflicts.ts';
import type { TestDatabase } from '../../support/database.ts';
import { idOf } from '../accounts/account-steps.ts';
import { agreed, startAgo } from '../lessons/agreement-steps.ts';
import { agree, type Couple, lessonWorld } from '../lessons/lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
lessonWorld((world) => {
  ({ database, couple } = world);
});

type Later = {
  [K in keyof typeof CONFLICTS]: (typeof CONFLICTS)[K] extends 'later' ? K : never;
}[keyof typeof CONFLICTS];
type Content = Record<string, unknown>;

/** Sends a command as a phone does, with the time at which it was written. */
async function send(person: string, procedure: string, content: unknown, at: string, command = randomUUID()) {
  await database.as('authenticated', person, async (tx) => {
    await tx.query(`select set_config('request.headers', $1, true)`, [
      JSON.stringify({ 'x-written-at': at }),
    ]);
    await tx.query(
      Array.isArray(content)
        ? `select public.${procedure}($1, $2::text[])`
        : `select public.${procedure}($1, $2::text::jsonb)`,
      [command, Array.isArray(content) ? content : JSON.stringify(content)],
    );
  });
}
const value = async (query: string, ...params: unknown[]) =>
  (await database.query<{ value: unknown }>(query, params))[0]?.value ?? null;

interface Field {
  person: string;
  procedure: string;
  /** The row sent for one of two values, of which `at` was the time of writing. */
  content: (other: boolean, at: string) => Content | string[];
  read: () => Promise<unknown>;
  /** The answers of `read` for the two values. */
  values: [unknown, unknown];
}

async function lesson(): Promise<string> {
  return agreed(database, couple, await agree(database, couple));
}

async function event(): Promise<string> {
  const id = randomUUID();
  const admin = await database.createUser({ role: 'admin' });
  const content = {
    ...{ id, title: 'Forró semanal', kind: 'baile', dance_style_ids: [couple.style] },
    ...{
      city_id: await idOf(database, 'cities', 'Vitória'),
      starts_at: '2027-01-05T23:00:00Z',
      ends_at: null,
    },
    ...{ weekly: true, organiser: 'Coletivo' },
  };
  await send(couple.student, 'propose_event', content, new Date().toISOString());
  await database.as('authenticated', admin, (tx) =>
    tx.query('update public.events set is_published = true where id = $1', [id]),
  );
  return id;
}

const FIELDS = {
  'profile.update': async () => ({
    person: couple.student,
    procedure: 'update_profile',
    content: (other) => ({ name: other ? 'Camila Prado' : 'Camila Rosa' }),
    read: () => value('select name as value from public.user_profiles where id = $1', couple.student),
    values: ['Camila Rosa', 'Camila Prado'],
  }),
  'notifications.preferences': async () => ({
    person: couple.student,
    procedure: 'set_notification_preferences',
    content: (other) => (other ? ['lessons'] : []),
    read: () =>
      value(
        'select cardinality(muted_notifications) as value from public.user_profiles where id = $1',
        couple.student,
      ),
    values: [0, 1],
  }),
  'lesson.outcome': async () => {
    const id = await lesson();
    await startAgo(database, id, '2 hours');
    return {
      person: couple.student,
      procedure: 'tell_lesson_outcome',
      content: (other) => ({ id, outcome: other ? 'teacher_missed' : 'held' }),
      read: () => value('select student_outcome as value from public.lessons where id = $1', id),
      values: ['held', 'teacher_missed'],
    };
  },
  'payment_key.set': async () => ({
    person: couple.teacher,
    procedure: 'set_payment_key',
    content: (other) =>
      other ? { pix_key: 'ana@example.com', pix_name: 'ANA' } : { pix_key: null, pix_name: null },
    read: () => value('select pix_key as value from public.payment_keys where id = $1', couple.teacher),
    values: [null, 'ana@example.com'],
  }),
  'homework.tick': async () => {
    const id = await lesson();
    const homework = randomUUID();
    const note = { lesson_id: id, part: 'homework', text: 'Dez minutos de base', seen: null, dropped: [] };
    await send(couple.teacher, 'save_lesson_note', note, new Date().toISOString(), homework);
    return {
      person: couple.student,
      procedure: 'tick_homework',
      content: (other) => ({ lesson_id: id, homework_id: homework, done: other }),
      read: () => value('select count(*)::int as value from public.homework_ticks where lesson_id = $1', id),
      values: [0, 1],
    };
  },
  'step.mark': async () => ({
    person: couple.student,
    procedure: 'mark_step',
    content: (other, at) => ({ step: 'forro-base', state: other ? 'known' : 'learning', at }),
    read: () => value('select state as value from public.step_marks where person_id = $1', couple.student),
    values: ['learning', 'known'],
  }),
  'event.call_off': async () => {
    const id = await event();
    return {
      person: couple.student,
      procedure: 'call_off_event_day',
      content: (other) => ({ event_id: id, day: '2027-01-12', off: other }),
      read: () => value('select cardinality(off_dates) as value from public.events where id = $1', id),
      values: [0, 1],
    };
  },
  'going.set': async () => {
    const id = await event();
    return {
      person: couple.student,
      procedure: 'set_going',
      content: (other) => ({ event_id: id, day: '2027-01-12', going: other }),
      read: () => value('select is_on as value from public.event_goings where event_id = $1', id),
      values: [false, true],
    };
  },
  'favourite.set': async () => ({
    person: couple.student,
    procedure: 'set_favourite',
    content: (other, at) => ({ teacher_id: couple.teacher, wanted: other, wished_at: at }),
    read: () => value('select is_on as value from public.favourites where user_id = $1', couple.student),
    values: [false, true],
  }),
  'alert.set': async () => {
    const city = await idOf(database, 'cities', 'Vitória');
    return {
      person: couple.student,
      procedure: 'set_teacher_alert',
      content: (other) => ({ style_id: couple.style, city_id: city, neighborhood: null, wanted: other }),
      read: () =>
        value('select is_on as value from public.teacher_alerts where user_id = $1', couple.student),
      values: [false, true],
    };
  },
  'block.set': async () => ({
    person: couple.student,
    procedure: 'set_block',
    content: (other, at) => ({
      ...{ person_id: couple.teacher, wanted: other, wished_at: at },
      ...(other && { name: 'Marina' }),
    }),
    read: () => value('select is_on as value from public.blocks where user_id = $1', couple.student),
    values: [false, true],
  }),
  'slug.set': async () => {
    const [one, two] = ['a', 'b'].map((end) => `marina-${couple.teacher.slice(0, 8)}-${end}`);
    return {
      person: couple.teacher,
      procedure: 'set_own_slug',
      content: (other) => ({ slug: other ? two : one }),
      read: () => value('select slug as value from public.teachers where id = $1', couple.teacher),
      values: [one, two],
    };
  },
} satisfies Record<Later, () => Promise<Field>>;

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const kinds = Object.keys(FIELDS) as Later[];

describe.each(kinds)('%s', (kind) => {
  const write = async (field: Field, other: boolean, at: string) =>
    send(field.person, field.procedure, field.content(other, at), at);

  it.each([
    ['the earlier one arrives first', false, false],
    ['the later one arrives first', true, false],
    ['the earlier one arrives first, the other way round', false, true],
    ['the later one arrives first, the other way round', true, true],
  ])('the later write counts when %s', async (_, laterFirst, other) => {
    const field: Field = await FIELDS[kind]();
    const writes = [() => write(field, !other, ago(60 * 24 * 10)), () => write(field, other, ago(1))];
    for (const one of laterFirst ? writes.reverse() : writes) await one();
    expect(await field.read()).toEqual(field.values[other ? 1 : 0]);
  });

  it('a phone whose clock is ahead does not keep others from writing', async () => {
    const field: Field = await FIELDS[kind]();
    await write(field, true, ago(-60 * 24 * 30));
    await write(field, false, ago(-1));
    expect(await field.read()).toEqual(field.values[0]);
  });
});
