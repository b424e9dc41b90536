/**
 * Auth of the embedded server: every route with bodies, tokens and addresses of any shape; and
 * registration afterwards.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsDir } from '../support/migrations-dir.ts';
import { type AuthAsked, authAsked, type Known, PASSWORD, resolved } from './support/auth-requests.ts';
import { cases } from './support/cases.ts';
import { hostileValue } from './support/hostile.ts';
import { sendRaw } from './support/raw.ts';
import { type Answered, createWorld, faultOf, serviceFaultOf, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ migrationsDir });
});
afterAll(() => world?.close());

const SHARE = 60;

/** The newest account: its token, its credentials and its mails. */
interface Somebody extends Known {
  token: string;
}

async function newcomer(): Promise<Somebody> {
  const email = `${randomUUID()}@fuzz.test`;
  const answer = await sendRaw(world.server.url, {
    ...{ method: 'POST', path: '/auth/v1/signup' },
    headers: { apikey: world.server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, data: { name: 'Ana Lima', role: 'student' } }),
  });
  const { access_token, refresh_token, user } = JSON.parse(answer.text);
  return { token: access_token, email, refresh: refresh_token, id: user.id, hash: '' };
}

function send({ as, method, path, body }: AuthAsked, somebody: Somebody): Promise<Answered> {
  const { publishableKey } = world.server;
  const bearer = () => {
    if (as === 'session') return somebody.token;
    return as === 'garbage' ? 'a.b.c' : world.bearer(as);
  };
  return sendRaw(world.server.url, {
    ...{ method, path },
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${bearer()}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body }),
  });
}

/** Accounts that got other rights from the secret key or a statement than from signing up. */
const touched = new Set<string>();

/** Rights that a person gained beyond those of an own account; null when there are none. */
function raised(text: string): string | null {
  const { user, ...rest } = JSON.parse(text);
  const shown = user ?? rest;
  if (shown.id === undefined || touched.has(shown.id)) return null;
  const { role, aud, app_metadata } = shown;
  const own = JSON.stringify({ role, aud, app_metadata });
  const given = {
    role: 'authenticated',
    aud: 'authenticated',
    app_metadata: { provider: 'email', providers: ['email'] },
  };
  return own === JSON.stringify(given) ? null : `an account that is ${own}`;
}

it('no request makes Auth crash, leak, redirect elsewhere, or leave an account that breaks a rule', async () => {
  let somebody = await newcomer();
  for (const id of Object.values(world.ids)) touched.add(id);
  const statuses = new Map<number, number>();
  let registered = 0;
  await fc.assert(
    fc.asyncProperty(authAsked, hostileValue, async (asked, payload) => {
      const request = resolved(asked, somebody);
      const words = JSON.stringify(request).slice(0, 1500);
      const answer = await send(request, somebody);
      const tell = (fault: string | null) => {
        if (fault !== null) throw new Error(`${words} ${fault}`);
      };
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      tell(serviceFaultOf(answer, words));
      const location = answer.headers.get('location');
      if (location !== null && new URL(location, world.server.url).origin !== world.server.url)
        tell(`leads to ${location}`);
      if (answer.status !== 200 || answer.text === '') return;
      if (request.path.includes('/admin/')) {
        touched.add(JSON.parse(answer.text).id);
        return;
      }
      tell(raised(answer.text));
      const { access_token, refresh_token, user } = JSON.parse(answer.text);
      if (typeof access_token !== 'string') return;
      registered += 1;
      const completed = await sendRaw(world.server.url, {
        ...{ method: 'POST', path: '/rest/v1/rpc/complete_registration' },
        headers: {
          apikey: world.server.publishableKey,
          authorization: `Bearer ${access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ payload: registered % 2 === 0 ? { terms_accepted: true } : payload }),
      });
      tell(faultOf(completed, words));
      const hash = world.server.mailbox.messages.at(-1)?.link ?? 'https://x.test';
      somebody = {
        ...{ token: access_token, email: user.email, refresh: refresh_token, id: user.id },
        hash: new URL(hash).searchParams.get('token_hash') ?? '',
      };
    }),
    cases(SHARE),
  );
  expect(registered).toBeGreaterThan(0);
  expect(statuses.get(400) ?? 0).toBeGreaterThan(0);
  await world.expectSound();
  expect((await newcomer()).token).toMatch(/\./);
}, 1_200_000);
