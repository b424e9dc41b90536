/**
 * Whatever one request does to the database, the next one is answered: hostile requests of every door, and after each
 * an honest question. On PGlite, where all requests share one session.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_ADDRESS_LIMITS } from '../../supabase/embedded/address-limits.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { authAsked, PASSWORD, resolved } from './support/auth-requests.ts';
import { cases } from './support/cases.ts';
import { frameOf } from './support/frames.ts';
import { hostileValue } from './support/hostile.ts';
import { argumentsOf, openProcedures, type Procedure } from './support/procedures.ts';
import { sendRaw } from './support/raw.ts';
import { openSocket } from './support/sockets.ts';
import { storageAsked } from './support/storage-requests.ts';
import { openTables, requestOf, type Table } from './support/tables.ts';
import { CALLERS, createWorld, type World } from './support/world.ts';

const FOLDER = 'supabase/functions';
const FUNCTIONS = readdirSync(FOLDER).filter((name) => existsSync(`${FOLDER}/${name}/index.ts`));

let world: World;
let tables: Table[];
let procedures: Procedure[];
const email = `${randomUUID()}@fuzz.test`;
beforeAll(async () => {
  // Each case opens a socket from one address, which tests/conformance/socket-limits.test.ts bounds.
  world = await createWorld({ migrationsDir, driver: 'pglite', addressLimits: NO_ADDRESS_LIMITS });
  tables = await openTables(world.database);
  procedures = await openProcedures(world.database, world.ids);
  await auth('signup', { data: { name: 'Ana Lima', role: 'student' } });
});
afterAll(() => world?.close());

const auth = (path: string, more: object = {}) =>
  sendRaw(world.server.url, {
    ...{ method: 'POST', path: `/auth/v1/${path}` },
    headers: { apikey: world.server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, ...more }),
  });

const SEARCH = { method: 'POST', path: '/rest/v1/rpc/search_teachers_with_filters', body: '{}' };
const LIST = { method: 'GET', path: '/rest/v1/teacher_listings?select=id' };

/** A list that names a teacher of the world; every tenth time the search, which takes longer, and a sign-in. */
let questions = 0;
async function expectServed(): Promise<void> {
  const isTenth = questions++ % 10 === 0;
  const found = await world.ask({ as: 'visitor', ...(isTenth ? SEARCH : LIST) });
  expect([found.status, found.text.includes(world.ids['other teacher'])]).toEqual([200, true]);
  if (isTenth) expect((await auth('token?grant_type=password')).status).toBe(200);
}

interface Sent {
  method: string;
  path: string;
  body?: string;
  type?: string;
}
const rows = (count: number, row: unknown) => JSON.stringify(Array.from({ length: count }, () => row));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const listings = (filter: string): Sent => ({
  ...{ method: 'GET', path: `/rest/v1/teacher_listings?select=id&style_ids=${filter}` },
});

const KNOWN: Readonly<Record<string, Sent>> = {
  '17,000 rows of two columns': {
    ...{ method: 'POST', path: '/rest/v1/cities', body: rows(17_000, { name: 'a', active: true }) },
  },
  '33,000 rows of one column': {
    ...{ method: 'POST', path: '/rest/v1/cities', body: rows(33_000, { name: 'a' }) },
  },
  '20,000 lines': {
    ...{ method: 'POST', path: '/rest/v1/cities', type: 'text/csv' },
    body: `name,active\n${'a,true\n'.repeat(20_000)}`,
  },
  'a row of 30,000 columns': {
    ...{ method: 'POST', path: '/rest/v1/cities' },
    body: JSON.stringify(Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`c${i}`, i]))),
  },
  'a body of a hundred thousand brackets': {
    ...{ method: 'POST', path: '/rest/v1/cities', body: `{"name":${nested(100_000)}}` },
  },
  'arguments of a hundred thousand brackets': {
    ...{ method: 'POST', path: '/rest/v1/rpc/pull_changes', body: `{"asked":${nested(100_000)}}` },
  },
  ...Object.fromEntries(
    ['in.(1,2)', 'gt.5', 'ov.7', 'not.in.(1)', 'eq.{}', 'cs.{}', 'neq.{{}}', 'cd.abc', 'eq.x'].map(
      (filter) => [`a list compared by ${filter}`, listings(filter)],
    ),
  ),
  ...Object.fromEntries(
    [7, 'a', true, {}, { a: [] }].flatMap((value) =>
      ['POST', 'PATCH'].map((method): [string, Sent] => [
        `${JSON.stringify(value)} for a list, by ${method}`,
        {
          method,
          path: `/rest/v1/teachers?id=eq.${randomUUID()}`,
          body: JSON.stringify({ modalidades_aula: value, videos: value }),
        },
      ]),
    ),
  ),
};

const ask = (as: (typeof CALLERS)[number], { method, path, body, type }: Sent) =>
  world.ask({
    ...{ as, method, path },
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    ...(body === undefined ? {} : { body }),
  });

describe('the next request is answered after', () => {
  it.each(Object.keys(KNOWN))('%s, which is refused', async (name) => {
    const sent = KNOWN[name];
    if (sent === undefined) throw new Error(name);
    for (const as of ['visitor', 'addressed teacher'] as const) {
      const { status } = await ask(as, sent);
      expect([as, status >= 400 && status < 500]).toEqual([as, true]);
      await expectServed();
    }
  });

  it('any request for a table', async () => {
    for (const [part, table] of tables.entries())
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...CALLERS), requestOf(table, world.known), async (as, asked) => {
          await world.ask({ as, ...asked });
          await expectServed();
        }),
        cases(100, [part, tables.length], 1),
      );
  });

  it('any call of a procedure', async () => {
    for (const [part, procedure] of procedures.entries())
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...CALLERS),
          argumentsOf(procedure, world.known),
          async (as, given) => {
            const path = `/rest/v1/rpc/${procedure.name}`;
            await world.ask({ as, method: 'POST', path, body: JSON.stringify(given) });
            await expectServed();
          },
        ),
        cases(100, [part, procedures.length], 1),
      );
  });

  it('any request to Auth and Storage', async () => {
    const known = { email, refresh: '', id: world.ids.student, hash: '' };
    const headers = { apikey: world.server.publishableKey, 'content-type': 'application/json' };
    await fc.assert(
      fc.asyncProperty(authAsked, async (asked) => {
        const { method, path, body } = resolved(asked, known);
        await sendRaw(world.server.url, { method, path, headers, ...(body === undefined ? {} : { body }) });
        await expectServed();
      }),
      cases(30),
    );
    await fc.assert(
      fc.asyncProperty(storageAsked(world.known), async ({ as, method, path, headers: own, body }) => {
        const authorization = `Bearer ${world.bearer(as)}`;
        const text = body !== undefined && 'text' in body ? body.text : '';
        await sendRaw(world.server.url, {
          ...{ method, path, body: text },
          headers: { apikey: world.server.publishableKey, authorization, ...own },
        });
        await expectServed();
      }),
      cases(30),
    );
  });

  it('any frame or post to Realtime', async () => {
    const { server, ids } = world;
    const people = {
      ids: [ids.admin, ids.student],
      tokens: [world.bearer('student'), world.bearer('addressed teacher')],
    };
    await fc.assert(
      fc.asyncProperty(fc.array(frameOf(people, '2'), { maxLength: 5 }), async (frames) => {
        const socket = await openSocket(server.url, server.publishableKey, '2');
        await socket.answersTo(frames);
        socket.close();
        await expectServed();
      }),
      cases(20),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...CALLERS), fc.array(hostileValue), async (as, messages) => {
        const path = '/realtime/v1/api/broadcast';
        await ask(as, { method: 'POST', path, body: JSON.stringify({ messages }) });
        await expectServed();
      }),
      cases(10),
    );
  });

  it('any call of a function', async () => {
    for (const [part, name] of FUNCTIONS.entries())
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...CALLERS), hostileValue, async (as, given) => {
          await ask(as, { method: 'POST', path: `/functions/v1/${name}`, body: JSON.stringify(given) });
          await expectServed();
        }),
        cases(20, [part, FUNCTIONS.length]),
      );
  });
}, 1_200_000);
