/**
 * Demo rows with dates relative to the day of the start: lessons of the last and the next weeks, a request
 * of today, evaluations that are due, a notebook, and events that wait for the team. Only for people who try the product:
 * tests count the demo's other rows, which are the same on every day.
 */
import { randomUUID } from 'node:crypto';
import type { Statements } from '../database.ts';
import { nameUuid } from './name-uuid.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Brasília is three hours behind UTC all year. */
const OFFSET = 3 * HOUR;
const ZONE = 'America/Sao_Paulo';

const STUDENT = nameUuid('demo:aluno');
const TEACHER = nameUuid('demo:marina-couto');
const PLACE = 'Estúdio em Jardim da Penha';

/** Days from today with a lesson that was held. */
const HELD = [-16, -9, -2] as const;
/** The weekly series goes on in their rhythm. */
const SERIES = [5, 12, 19, 26] as const;
const NEXT = 1;

const NOTES = [
  {
    lesson: -9,
    notes: 'O abraço mudou tudo: deixar o peso chegar antes do passo. Rever a base lateral sem olhar o chão.',
    homework: 'Base lateral, dez minutos por dia, com uma música lenta.',
  },
  {
    lesson: -2,
    notes: 'Caminhada no tempo lento. Ainda travo o ombro no giro.',
    homework: 'Caminhada com a contagem, e o giro só com o pé, sem os braços.',
  },
] as const;

/** Steps of the app's library; reviewed so many days ago, with 1 (forgotten) to 4 (easy). */
const STEPS = [
  { step: 'zouk-base', state: 'known', reviews: [[6, 4]] },
  {
    step: 'zouk-lateral',
    state: 'learning',
    reviews: [
      [8, 2],
      [4, 3],
    ],
  },
  { step: 'zouk-caminhada', state: 'learning', reviews: [[2, 1]] },
] as const;

const PROPOSALS = [
  {
    by: 'davi-amorim',
    title: 'Forró na praça de Jardim da Penha',
    kind: 'baile',
    style: 'Forró',
    inDays: 6,
    hour: 19,
    weekly: false,
    price: 'Grátis',
    description: 'Trio ao vivo, chão liso e gente de todos os níveis. Leve água e um casaco.',
  },
  {
    by: 'noemi-castanheira',
    title: 'Prática de zouk de quinta',
    kind: 'aula_aberta',
    style: 'Zouk',
    inDays: 3,
    hour: 20,
    weekly: true,
    price: 'R$ 15',
    description: 'Uma hora de técnica e duas de prática livre, toda semana.',
  },
] as const;

/** `seeded`: milliseconds since 1970. The demo's people have to be there. */
export async function putAlive(tx: Statements, seeded: number): Promise<void> {
  const request = await putRequests(tx, seeded);
  const lessons = await putLessons(tx, request, seeded);
  for (const { lesson, notes, homework } of NOTES) {
    const lesson_id = lessons.get(lesson);
    await callAs(tx, STUDENT, 'save_lesson_note', { lesson_id, part: 'notes', text: notes });
    await callAs(tx, TEACHER, 'save_lesson_note', { lesson_id, part: 'homework', text: homework });
  }
  for (const { step, state, reviews } of STEPS) {
    await callAs(tx, STUDENT, 'mark_step', { step, state, at: moment(seeded - 10 * DAY) });
    for (const [daysAgo, rating] of reviews)
      await callAs(tx, STUDENT, 'review_step', { step, rating, at: moment(seeded - daysAgo * DAY) });
  }
  await putProposals(tx, seeded);
  await tx.query(`select set_config('request.jwt.claims', '', true)`);
  await tx.query('select app.renew_response_facts(now())');
}

/** Resolves to the id of the accepted request that the lessons belong to. */
async function putRequests(tx: Statements, seeded: number): Promise<string> {
  const insert = `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id, preferred_days,
      preferred_times, message, request_date)
    select $1, $2, $3, s.id, '{}', array[$4], $5, $6 from public.dance_styles s where s.name = $7`;
  const accepted = nameUuid('demo:alive:request');
  await tx.query(insert, [
    ...[accepted, STUDENT, TEACHER, 'noite'],
    'Depois das aulas de dezembro quero seguir toda semana, começando pelo abraço.',
    moment(seeded - 24 * DAY),
    'Forró',
  ]);
  await tx.query(`update public.lesson_requests set status = 'Aceito', answered_at = $2 where id = $1`, [
    accepted,
    moment(seeded - 23 * DAY),
  ]);
  await tx.query(insert, [
    ...[nameUuid('demo:alive:new'), nameUuid('demo:renato-siqueira'), TEACHER, 'tarde'],
    'Estou em Vitória até o mês que vem. Dá para uma aula esta semana?',
    moment(seeded - HOUR / 2),
    'Bolero',
  ]);
  return accepted;
}

/** Resolves to the lessons' ids by day. */
async function putLessons(tx: Statements, request: string, seeded: number): Promise<Map<number, string>> {
  const ids = new Map<number, string>();
  const series = nameUuid('demo:alive:series');
  for (const day of [...HELD, NEXT, ...SERIES]) {
    const id = nameUuid(`demo:alive:lesson:${day}`);
    ids.set(day, id);
    const place = (SERIES as readonly number[]).indexOf(day);
    const isHeld = day < 0;
    const local = localTime(seeded, day, '19:30:00');
    await tx.query(
      `insert into public.lessons (id, request_id, series_id, series_index, status, agreed_at, starts_local, zone,
         starts_at, minutes, place, price_cents, student_outcome, teacher_outcome, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 60, $10, 12000, $11, $11, $6)`,
      [
        ...[id, request, place < 0 ? null : series, place < 0 ? null : place],
        ...[isHeld ? 'held' : 'confirmed', moment(seeded - 22 * DAY), local, ZONE],
        ...[new Date(`${local}-03:00`).toISOString(), PLACE, isHeld ? 'held' : null],
      ],
    );
  }
  return ids;
}

async function putProposals(tx: Statements, seeded: number): Promise<void> {
  for (const { by, title, kind, style, inDays, hour, weekly, price, description } of PROPOSALS) {
    const start = Date.parse(`${localTime(seeded, inDays, `${hour}:00:00`)}-03:00`);
    const [names] = await tx.query<{ city_id: string; style_id: string }>(
      `select (select c.id from public.cities c where c.name = 'Vitória') as city_id,
         (select s.id from public.dance_styles s where s.name = $1) as style_id`,
      [style],
    );
    await callAs(tx, nameUuid(`demo:${by}`), 'propose_event', {
      id: nameUuid(`demo:alive:event:${by}`),
      ...{ title, kind, weekly, price, description },
      dance_style_ids: [names?.style_id],
      city_id: names?.city_id,
      venue: 'Vitória, Jardim da Penha',
      starts_at: moment(start),
      ends_at: moment(start + 3 * HOUR),
      organiser: 'Turma da pracinha',
    });
  }
}

const moment = (at: number): string => new Date(at).toISOString();

/** 'YYYY-MM-DDT19:30:00' in São Paulo, so many days from today. */
const localTime = (seeded: number, days: number, at: string): string =>
  `${new Date(seeded - OFFSET + days * DAY).toISOString().slice(0, 10)}T${at}`;

/** Calls a procedure of phones as this person. */
async function callAs(tx: Statements, person: string, procedure: string, payload: object): Promise<void> {
  await tx.query(`select set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify({ sub: person, role: 'authenticated' }),
  ]);
  await tx.query(`select public.${procedure}($1, $2::text::jsonb)`, [randomUUID(), JSON.stringify(payload)]);
}
