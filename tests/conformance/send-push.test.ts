/** The function send-push on both databases and on Deno, with a stand-in for Google. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, embeddedTargets, mainTargets, type Target } from '../support/backend.ts';
import { type DenoFunction, findDeno, startOnDeno } from '../support/deno.ts';
import { type FcmStandIn, startFcm } from '../support/fcm-stand-in.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { sendsPushes, waitsForNobody } from './push-behaviour.ts';
import { type Drained, PushSteps } from './push-steps.ts';

const functionsDir = fileURLToPath(new URL('../../supabase/functions', import.meta.url));
const deno = findDeno();
/** The server's own timer stays out of the test. */
const NEVER = 2 ** 30;

const start = (target: Target, secrets: Record<string, string>) =>
  target.start({ migrationsDir, functionsDir, secrets, pushInterval: NEVER });
const secretsOf = (fcm: FcmStandIn) => ({ FCM_URL: fcm.url, FCM_SERVICE_ACCOUNT: fcm.serviceAccount });

describe.each(mainTargets())('send-push on $name', (target) => {
  let backend: Backend;
  let fcm: FcmStandIn;
  let steps: PushSteps;
  const call = (headers: Record<string, string> = {}, method = 'POST') =>
    fetch(`${backend.url}/functions/v1/send-push`, { method, headers });
  const drain = async (): Promise<Drained> => {
    const response = await call({ apikey: backend.secretKey });
    expect(response.status).toBe(200);
    return (await response.json()) as Drained;
  };
  beforeAll(async () => {
    fcm = await startFcm();
    backend = await start(target, secretsOf(fcm));
    steps = new PushSteps(backend);
  });
  afterAll(async () => {
    await backend?.stop();
    await fcm?.stop();
  });

  sendsPushes(() => ({ steps, fcm, drain }));
  if (target.name === 'PGlite') waitsForNobody(() => ({ steps, fcm, drain }));

  it('accepts only the secret keys of both systems', async () => {
    const me = await steps.person();
    const { anon, serviceRole } = backend.embedded?.legacy ?? { anon: '', serviceRole: '' };
    const isDue = () => steps.notify(me);
    await isDue();
    for (const [headers, status] of [
      [{}, 401],
      [{ authorization: 'Bearer' }, 401],
      // The gateway passes a new key on in `apikey` only.
      [{ authorization: `Bearer ${backend.secretKey}` }, 401],
      [{ authorization: `Bearer ${backend.publishableKey}` }, 401],
      [{ apikey: backend.publishableKey }, 403],
      [{ apikey: backend.publishableKey, authorization: `Bearer ${backend.publishableKey}` }, 403],
      [{ apikey: anon, authorization: `Bearer ${anon}` }, 403],
      [{ apikey: `${backend.secretKey}x` }, 403],
      [{ authorization: `Bearer ${serviceRole}x` }, 403],
      [{ authorization: `Bearer ${randomUUID()}` }, 403],
    ] as const) {
      expect([headers, (await call(headers)).status]).toEqual([headers, status]);
    }
    expect((await call({ apikey: backend.secretKey }, 'GET')).status).toBe(405);
    expect(fcm.sends).toEqual([]);
    for (const headers of [
      { apikey: backend.secretKey },
      { apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` },
      { authorization: `Bearer ${serviceRole}` },
      { apikey: serviceRole },
    ]) {
      const id = await isDue();
      expect([headers, (await call(headers)).status]).toEqual([headers, 200]);
      expect((await steps.queued(id))?.outcome).toBe('sent');
    }
  });

  it('reports missing keys, and leaves the queue as it is', async () => {
    const plain = await start(target, {});
    const own = new PushSteps(plain);
    const id = await own.notify(await own.person());
    const response = await fetch(`${plain.url}/functions/v1/send-push`, {
      method: 'POST',
      headers: { apikey: plain.secretKey },
    });
    expect([response.status, await response.json()]).toEqual([200, { configured: false }]);
    expect(await own.queued(id)).toMatchObject({ outcome: null, attempts: 0 });
    await plain.stop();
  });
});

it('runs by the server’s own timer, and stops with the server', async () => {
  const [target] = embeddedTargets();
  const fcm = await startFcm();
  const secrets = secretsOf(fcm);
  const server = await target?.start({ migrationsDir, functionsDir, secrets, pushInterval: 100 });
  if (!server) throw new Error('nothing to run against');
  const steps = new PushSteps(server);
  const id = await steps.notify(await steps.person());
  await expect.poll(async () => (await steps.queued(id))?.outcome).toBe('sent');
  expect(fcm.sends).toHaveLength(1);
  await server.stop();
  await fcm.stop();
});

describe.runIf(deno !== null)('send-push on Deno', () => {
  const [target] = embeddedTargets();
  let backend: Backend;
  let fcm: FcmStandIn;
  let one: DenoFunction;
  beforeAll(async () => {
    if (!target) throw new Error('nothing to run against');
    fcm = await startFcm();
    backend = await start(target, {});
    one = await startOnDeno(deno ?? '', `${functionsDir}/send-push/index.ts`, {
      SUPABASE_URL: backend.url,
      SUPABASE_SECRET_KEYS: JSON.stringify({ push: 'sb_secret_of_the_cron', default: backend.secretKey }),
      ...secretsOf(fcm),
    });
  });
  afterAll(async () => {
    await one?.stop();
    await backend?.stop();
    await fcm?.stop();
  });
  const drain = async (): Promise<Drained> => {
    const response = await fetch(one.url, { method: 'POST', headers: { apikey: backend.secretKey } });
    expect(response.status).toBe(200);
    return (await response.json()) as Drained;
  };
  sendsPushes(() => ({ steps: new PushSteps(backend), fcm, drain }));

  const statusOf = async (url: string, headers: Record<string, string>) =>
    (await fetch(url, { method: 'POST', headers })).status;

  it('accepts every key of SUPABASE_SECRET_KEYS, and no other', async () => {
    for (const key of [backend.secretKey, 'sb_secret_of_the_cron']) {
      expect(await statusOf(one.url, { apikey: key })).toBe(200);
      expect(await statusOf(one.url, { authorization: `Bearer ${key}` })).toBe(200);
      expect(await statusOf(one.url, { apikey: `${key}x` })).toBe(403);
    }
    expect(await statusOf(one.url, { apikey: 'undefined' })).toBe(403);
    expect(await statusOf(one.url, {})).toBe(401);
  });

  it.each([
    ['without the new ones', {}],
    ['beside the new ones', { SUPABASE_SECRET_KEYS: '{"default": "$secret"}' }],
    ['when the new ones are unreadable', { SUPABASE_SECRET_KEYS: '{"default": ' }],
    ['when the new ones are none', { SUPABASE_SECRET_KEYS: '{"default": null, "other": ""}' }],
  ])('accepts the legacy key %s', async (_, keys) => {
    const legacy = backend.embedded?.legacy.serviceRole ?? '';
    const env = Object.entries(keys).map(([name, text]) => [
      name,
      text.replace('$secret', backend.secretKey),
    ]);
    const older = await startOnDeno(deno ?? '', `${functionsDir}/send-push/index.ts`, {
      SUPABASE_URL: backend.url,
      SUPABASE_SERVICE_ROLE_KEY: legacy,
      ...Object.fromEntries(env),
      ...secretsOf(fcm),
    });
    expect(await statusOf(older.url, { authorization: `Bearer ${legacy}` })).toBe(200);
    expect(await statusOf(older.url, { apikey: legacy })).toBe(200);
    expect(await statusOf(older.url, { apikey: '' })).toBe(401);
    expect(await statusOf(older.url, { apikey: 'null' })).toBe(403);
    await older.stop();
  });

  it('refuses everybody where the project gives it no key', async () => {
    const keyless = await startOnDeno(deno ?? '', `${functionsDir}/send-push/index.ts`, {
      SUPABASE_URL: backend.url,
      ...secretsOf(fcm),
    });
    for (const key of ['undefined', '""', backend.secretKey])
      expect(await statusOf(keyless.url, { apikey: key })).toBe(403);
    await keyless.stop();
  });

  it.each([
    ['{}', {}],
    ['no JSON', {}],
    ['{"project_id": "p"}', {}],
    [null, { FCM_URL: 'fcm' }],
  ])('reports invalid keys: %s', async (text, more) => {
    const wrong = await startOnDeno(deno ?? '', `${functionsDir}/send-push/index.ts`, {
      SUPABASE_URL: backend.url,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: backend.secretKey }),
      FCM_SERVICE_ACCOUNT: text ?? fcm.serviceAccount,
      ...more,
    });
    const headers = { apikey: backend.secretKey };
    const response = await fetch(wrong.url, { method: 'POST', headers });
    expect([response.status, await response.json()]).toEqual([
      500,
      { configured: false, code: 'misconfigured' },
    ]);
    await wrong.stop();
  });
});
