/**
 * An honest person's whole path (search, register, ask, accept, agree on a lesson, hold it, evaluate) while others
 * attack the server from elsewhere, with the limits that a real server has. No step of the path is ever refused.
 */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_ADDRESS_LIMITS } from '../../supabase/embedded/address-limits.ts';
import { DEFAULT_LIMITS } from '../../supabase/embedded/auth-limits.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { pngBomb } from '../support/pictures.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
/** Id of the style. */
let forro: string;
const bomb = pngBomb(16_000, 16_000);
beforeAll(async () => {
  world = await createWorld({
    driver: 'pglite',
    migrationsDir,
    limits: DEFAULT_LIMITS,
    addressLimits: DEFAULT_ADDRESS_LIMITS,
  });
  // A tenth of the real ones: the floods are as much shorter, and come from a tenth of the networks.
  await world.database.query(
    `insert into public.app_settings (key, value) values ('rate_limits', $1::text::jsonb)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ leads_visitors_hour: 60, alerts_visitors_hour: 60, reports_visitors_hour: 20 })],
  );
  const [style] = await world.database.query<{ id: string }>(
    `select id from public.dance_styles where name = 'Forró'`,
  );
  forro = style?.id ?? '';
});
afterAll(() => world?.close());

interface Sent {
  /** Loopback address that the request comes from. */
  from: string;
  token?: string;
  method?: string;
  type?: string;
}

function send(path: string, body: string | Uint8Array | null, { from, token, method, type }: Sent) {
  const { hostname, port } = new URL(world.server.url);
  const key = world.server.publishableKey;
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request(
      {
        ...{ hostname, port, path, localAddress: from, agent: false },
        method: method ?? (body === null ? 'GET' : 'POST'),
        headers: {
          apikey: key,
          authorization: `Bearer ${token ?? key}`,
          'content-type': type ?? 'application/json',
          'content-length': body === null ? 0 : Buffer.byteLength(body),
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text })).on('error', reject);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

const call = (procedure: string, given: unknown, by: Sent) =>
  send(`/rest/v1/rpc/${procedure}`, JSON.stringify(given), by);

/** A phone of its own asks to be told about teachers of a style. */
const sendAlert = (from: string) =>
  call(
    'set_visitor_alert',
    {
      command_id: randomUUID(),
      alert: { id: randomUUID(), secret: randomUUID(), style_id: forro, city_id: null, neighborhood: null },
    },
    { from },
  );

let people = 0;
/** Registers a student. Returns the token. */
async function register(from: string, name: string): Promise<string> {
  const email = `pessoa-${people++}-${randomUUID()}@danceflix.test`;
  const data = { role: 'student', name };
  const made = await send('/auth/v1/signup', JSON.stringify({ email, password: 'senha-secreta-1', data }), {
    from,
  });
  const { access_token: token } = JSON.parse(made.text) as { access_token?: string };
  if (token === undefined) throw new Error(`no account: ${made.status} ${made.text}`);
  const payload = { role: 'student', name, city_id: null, whatsapp: null, styles: [], terms_accepted: true };
  const { status, text } = await call('complete_registration', { payload }, { from, token });
  if (status !== 200) throw new Error(`no registration: ${status} ${text}`);
  return token;
}

/** Walks the whole path from an address. Throws with the first step that is refused. */
async function walk(from: string): Promise<void> {
  const step = async (what: string, answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    if (status < 200 || status > 299) throw new Error(`${what}: ${status} ${text.slice(0, 300)}`);
    return text === '' ? null : (JSON.parse(text) as unknown);
  };
  const found = await step('search', call('search_teachers_with_filters_cached', {}, { from }));
  expect(JSON.stringify(found)).toContain(world.ids['other teacher']);
  const visitorLead = {
    command_id: randomUUID(),
    lead: { id: randomUUID(), nome: 'Bia', cidade: 'Vitória', estilo_danca: 'Forró', objetivos: '' },
  };
  await step('lead', call('create_lead', visitorLead, { from }));
  await step(
    'report',
    call(
      'report_as_visitor',
      {
        command_id: randomUUID(),
        report: {
          ...{ id: randomUUID(), what: 'profile', target_id: world.ids['other teacher'] },
          ...{ reason: 'spam', code: code() },
        },
      },
      { from },
    ),
  );
  await step('alert', sendAlert(from));
  const student = { from, token: await register(from, 'Beatriz Honesta') };
  const teacher = { from, token: world.bearer('addressed teacher') };
  const id = randomUUID();
  const wish = { id, teacher_id: world.ids['addressed teacher'], dance_style_id: forro };
  await step('pull', call('pull_changes', { asked: { lists: ['lesson_requests'] } }, student));
  await step(
    'ask',
    call('create_lesson_request', { command_id: randomUUID(), request: { ...wish, message: 'Oi' } }, student),
  );
  await step(
    'accept',
    call(
      'answer_lesson_request',
      { command_id: randomUUID(), request_id: id, answer: 'accept', reason: null, base_version: null },
      teacher,
    ),
  );
  const lesson = randomUUID();
  const day = new Date(Date.now() + (7 + people) * 86_400_000).toISOString().slice(0, 10);
  const proposed = await step(
    'propose',
    call(
      'propose_lesson',
      {
        command_id: randomUUID(),
        lesson: {
          ...{ id: lesson, request_id: id, weeks: 1 },
          terms: {
            ...{ starts_local: `${day}T18:30`, zone: 'America/Sao_Paulo', minutes: 60 },
            ...{ place: 'Sala 2', price_cents: null },
          },
        },
      },
      student,
    ),
  );
  expect(proposed).toMatchObject({ lesson_ids: [lesson] });
  const [open] = await world.database.query<{ id: string }>(
    'select id from public.lesson_proposals where lesson_id = $1',
    [lesson],
  );
  await step(
    'confirm',
    call(
      'confirm_lesson',
      {
        command_id: randomUUID(),
        change: { id: lesson, scope: 'one', proposal_id: open?.id },
        base_version: null,
      },
      teacher,
    ),
  );
  await world.database.query(
    `update public.lessons l set starts_at = x.at, starts_local = x.at at time zone l.zone
     from (select date_trunc('minute', now() - interval '2 hours') as at) x where l.id = $1`,
    [lesson],
  );
  for (const side of [student, teacher]) {
    await step(
      'outcome',
      call(
        'tell_lesson_outcome',
        { command_id: randomUUID(), change: { id: lesson, outcome: 'held' }, base_version: null },
        side,
      ),
    );
  }
  await step(
    'evaluate',
    call(
      'save_evaluation',
      {
        command_id: randomUUID(),
        evaluation: { ...{ id: randomUUID(), lesson_request_id: id, rating: 5 }, comment: 'Ótima aula.' },
      },
      student,
    ),
  );
}

const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const code = () =>
  Array.from({ length: 12 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('');
const rows = (count: number, row: unknown) => JSON.stringify(Array.from({ length: count }, () => row));
/** An address of a network of its own: the limits count networks. */
const network = (n: number) => `127.${100 + (n % 100)}.${Math.floor(n / 100)}.9`;

/** Requests before the honest person comes: enough to use up what floods use up. */
const BEFORE = {
  'floods of reports': 40,
  'floods of leads': 100,
  'floods of alerts': 100,
} as const satisfies Record<string, number>;
const floodBefore = (kind: string): number => (kind in BEFORE ? BEFORE[kind as keyof typeof BEFORE] : 10);

/** The requests of attackers, over and over; `n` counts. The answer does not matter here. */
const ATTACKS: Readonly<Record<string, (n: number) => Promise<unknown>>> = {
  'thousands of rows': (n) =>
    send('/rest/v1/cities', n % 2 ? rows(17_000, { name: 'a', active: true }) : rows(33_000, { name: 'a' }), {
      from: network(n),
    }),
  'thousands of lines': (n) =>
    send('/rest/v1/cities', `name,active\n${'a,true\n'.repeat(20_000)}`, {
      from: network(n),
      type: 'text/csv',
    }),
  'filters of a wrong shape': (n) =>
    send(
      `/rest/v1/teacher_listings?style_ids=${['in.(1,2)', 'gt.5', 'ov.7', 'not.in.(1)', 'eq.{}'][n % 5]}`,
      null,
      { from: network(n) },
    ),
  'bodies of a wrong shape': (n) =>
    send('/rest/v1/teachers', JSON.stringify({ modalidades_aula: 7, videos: 'a' }), {
      ...{ from: network(n), token: world.bearer('addressed teacher') },
      method: n % 2 ? 'PATCH' : 'POST',
    }),
  'lists without end': (n) =>
    call(
      'pull_changes',
      { asked: { lists: Array.from({ length: 200_000 }, () => 'lessons') } },
      { from: network(n), token: world.bearer('student') },
    ),
  'floods of reports': (n) =>
    call(
      'report_as_visitor',
      {
        command_id: randomUUID(),
        report: {
          ...{ id: randomUUID(), what: 'profile', target_id: world.ids['other teacher'] },
          ...{ reason: 'spam', code: code() },
        },
      },
      { from: network(n % 4) },
    ),
  'floods of leads': (n) =>
    call(
      'create_lead',
      {
        command_id: randomUUID(),
        lead: { id: randomUUID(), nome: 'X', cidade: 'Vitória', estilo_danca: 'Forró', objetivos: '' },
      },
      { from: network(n % 4) },
    ),
  'floods of alerts': (n) => sendAlert(network(n % 4)),
  'pictures as bombs': (n) =>
    send(`/storage/v1/object/profile-images/${world.ids['other student']}/${randomUUID()}.png`, bomb, {
      ...{ from: network(n), token: world.bearer('student'), type: 'image/png' },
    }),
};

describe('an honest person is served while others send', { timeout: 1_200_000 }, () => {
  it.each(Object.keys(ATTACKS))('%s', async (kind) => {
    const attack = ATTACKS[kind];
    if (attack === undefined) throw new Error(kind);
    let isOver = false;
    let sent = 0;
    const attackers = Array.from({ length: 2 }, async () => {
      // The flood is there before the person comes, and as long as they stay.
      while (!isOver) await attack(sent++).catch(() => undefined);
    });
    while (sent < floodBefore(kind)) await new Promise((resolve) => setImmediate(resolve));
    try {
      await walk(`127.9.${Object.keys(ATTACKS).indexOf(kind)}.1`);
    } finally {
      isOver = true;
      await Promise.all(attackers);
    }
    expect(sent).toBeGreaterThanOrEqual(floodBefore(kind));
    // Nothing of it is left in the way of the next one.
    await walk(`127.9.${Object.keys(ATTACKS).indexOf(kind)}.2`);
  });
});
