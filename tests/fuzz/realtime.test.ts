/**
 * Realtime of the embedded server: frames, bytes and posts of any shape; and no socket receives
 * another person's data.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_ADDRESS_LIMITS } from '../../supabase/embedded/address-limits.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { cases } from './support/cases.ts';
import { brokenFrames, frameOf, type People, type Version } from './support/frames.ts';
import { hostileText, hostileValue, wellFormed } from './support/hostile.ts';
import { type Heard, openSocket, type Socket, speakBytes } from './support/sockets.ts';
import { createWorld, faultOf, type World } from './support/world.ts';

let world: World;
let people: People;
/** A person outside the hostile ones, whose private topic carries data for nobody else. */
let witness: string;
beforeAll(async () => {
  // Every case comes from one address, which tests/conformance/socket-limits.test.ts bounds.
  world = await createWorld({ migrationsDir, addressLimits: NO_ADDRESS_LIMITS });
  witness = world.ids.admin;
  people = {
    ids: [witness, world.ids.student],
    tokens: [world.bearer('student'), world.bearer('addressed teacher')],
  };
  // The app listens to hints only, but publishing a table has to be just as safe.
  await world.database.exec(
    `alter publication supabase_realtime add table public.notifications; select realtime.follow_publication()`,
  );
});
afterAll(() => world?.close());

const SHARE = 60;
/** More channels are refused; a new socket starts with none. */
const CASES_PER_SOCKET = 20;

async function listening(): Promise<Socket> {
  const socket = await openSocket(world.server.url, world.server.publishableKey, '1');
  const payload = {
    access_token: world.bearer('admin'),
    config: { private: true, postgres_changes: [{ event: '*', schema: 'public', table: 'notifications' }] },
  };
  const join = { topic: `realtime:user:${witness}`, event: 'phx_join', payload, ref: '1', join_ref: '1' };
  expect(await socket.answersTo([JSON.stringify(join)])).toContainEqual(
    expect.objectContaining({
      event: 'phx_reply',
      ref: '1',
      payload: expect.objectContaining({ status: 'ok' }),
    }),
  );
  return socket;
}

/** Changes a row of the witness, and waits until the witness has received it. */
async function happen(listener: Socket, secret: string): Promise<Heard[]> {
  await world.database.query(
    'update public.notifications set title = $1 where user_id = $2 and not _deleted',
    [secret, witness],
  );
  const heard: Heard[] = [];
  const knows = (event: string) => heard.some((one) => one.event === event);
  await expect
    .poll(
      async () => {
        heard.push(...((await listener.answersTo([])) ?? []));
        return knows('broadcast') && knows('postgres_changes');
      },
      { interval: 5 },
    )
    .toBe(true);
  return heard;
}

it('no frame makes Realtime crash, disconnect others, or leak another person’s data', async () => {
  const listener = await listening();
  const sockets = new Map<Version, Socket>();
  let used = 0;
  const socketOf = async (version: Version) => {
    const open =
      sockets.get(version) ?? (await openSocket(world.server.url, world.server.publishableKey, version));
    sockets.set(version, open);
    return open;
  };
  const closeAll = () => {
    for (const socket of sockets.values()) socket.close();
    sockets.clear();
  };
  const sent = fc
    .constantFrom<Version>('1', '2')
    .chain((version) =>
      fc.tuple(fc.constant(version), fc.array(frameOf(people, version), { minLength: 1, maxLength: 6 })),
    );
  const joined = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(sent, async ([version, frames]) => {
      if (used++ % CASES_PER_SOCKET === 0) closeAll();
      const words = JSON.stringify(frames.map(String)).slice(0, 1500);
      const socket = await socketOf(version);
      const answers = await socket.answersTo(frames);
      if (answers === null) throw new Error(`hung up on ${words}`);
      for (const { event, payload } of answers) {
        if (event === 'phx_reply') joined.add(payload.status);
        if (JSON.stringify(payload).includes('Internal error')) throw new Error(`failed over ${words}`);
      }
      const secret = `segredo ${randomUUID()}`;
      // Messages of the database carry an id; those of other phones do not.
      for (const { event, payload } of await happen(listener, secret))
        if (event === 'broadcast' && !payload.meta) throw new Error(`spoke on another’s topic by ${words}`);
      const overheard = JSON.stringify(await socket.answersTo([]));
      if (overheard.includes(secret)) throw new Error(`was told what is another’s after ${words}`);
    }),
    cases(SHARE, [0, 3]),
  );
  closeAll();
  listener.close();
  expect([...joined]).toEqual(expect.arrayContaining(['ok', 'error']));
  expect(await world.database.query('select from realtime.messages')).toEqual([]);
}, 1_200_000);

it('no post makes Realtime crash', async () => {
  const text = fc.oneof(fc.constantFrom(`user:${witness}`, 'teachers', '*'), hostileText);
  const message = fc.record(
    {
      topic: fc.oneof(text, hostileValue),
      event: fc.oneof(text, hostileValue),
      payload: fc.oneof(fc.dictionary(fc.string(), hostileValue), hostileValue),
      private: fc.oneof(fc.boolean(), hostileValue),
    },
    { requiredKeys: ['topic', 'event'] },
  );
  const body = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.array(message, { maxLength: 3 }).map((messages) => JSON.stringify({ messages })),
    },
    hostileValue.map((value) => JSON.stringify({ messages: value })),
    hostileText.map((words) => wellFormed(words)),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('visitor' as const, 'student' as const), body, async (as, posted) => {
      const answer = await world.ask({
        as,
        method: 'POST',
        path: '/realtime/v1/api/broadcast',
        body: posted,
      });
      const fault = faultOf(answer, posted);
      if (fault !== null) throw new Error(`${posted.slice(0, 1500)} ${fault}`);
    }),
    cases(SHARE, [1, 3]),
  );
}, 1_200_000);

it('malformed bytes end at most their own connection', async () => {
  const listener = await listening();
  const { port, publishableKey } = world.server;
  const opening = (query: string, more: string) =>
    [
      `GET /realtime/v1/websocket?${query} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n`,
      `sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`,
    ].join('');
  const line = hostileText.map((words) => encodeURIComponent(wellFormed(words)).slice(0, 500));
  const header = hostileText.map((words) => words.replace(/[^\x20-\x7e]/g, ''));
  const begun = fc.oneof(
    { weight: 3, arbitrary: fc.constant(opening(`apikey=${publishableKey}&vsn=1.0.0`, '')) },
    fc.tuple(line, line).map(([key, version]) => opening(`apikey=${key}&vsn=${version}`, '')),
    header.map((words) => opening(`apikey=${publishableKey}`, `sec-websocket-extensions: ${words}\r\n`)),
    header.map((words) => opening(`apikey=${publishableKey}`, `sec-websocket-protocol: ${words}\r\n`)),
    line.map(
      (path) => `GET //${path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    ),
    header.map((words) => `${words}\r\n\r\n`),
  );
  await fc.assert(
    fc.asyncProperty(begun, fc.array(brokenFrames, { maxLength: 3 }), async (start, frames) => {
      const said = await speakBytes(port, [start, ...frames]);
      if (/^HTTP\/1\.1 5/.test(said))
        throw new Error(`${JSON.stringify(start)} answered ${said.slice(0, 300)}`);
    }),
    cases(SHARE, [2, 3]),
  );
  expect(await listener.answersTo([])).not.toBeNull();
  listener.close();
}, 1_200_000);
