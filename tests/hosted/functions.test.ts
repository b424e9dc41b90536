/**
 * The functions on Deno, against a hosted-like database, with today's keys and none of the old
 * ones.
 */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs } from '../database/accounts/account-steps.ts';
import { addPhone, notifyAt, queued } from '../database/push/push-steps.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type DenoFunction, findDeno, startOnDeno } from '../support/deno.ts';
import { type FcmStandIn, startFcm } from '../support/fcm-stand-in.ts';
import { KEYS, type Rest, startRest } from './rest.ts';

const deno = findDeno();
const entry = (name: string) =>
  fileURLToPath(new URL(`../../supabase/functions/${name}/index.ts`, import.meta.url));

describe.runIf(deno !== null)('with the keys of today only', () => {
  let database: TestDatabase;
  let rest: Rest;
  let fcm: FcmStandIn;
  const started: DenoFunction[] = [];
  const start = async (name: string, env: Record<string, string> = {}) => {
    const one = await startOnDeno(deno ?? '', entry(name), {
      SUPABASE_URL: rest.url,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: KEYS.secret }),
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: KEYS.publishable }),
      ...env,
    });
    started.push(one);
    return one.url;
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    [rest, fcm] = [await startRest(database), await startFcm()];
  });
  afterAll(async () => {
    for (const one of started) await one.stop();
    await rest.stop();
    await fcm.stop();
    await database.close();
  });

  it('health reads as a visitor', async () => {
    const response = await fetch(await start('health'));
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
  });

  it('send-push claims due pushes as the server, notifies the phone and reports it', async () => {
    const person = await database.createUser({ role: 'student' });
    const token = await addPhone(database, person);
    const id = await notifyAt(database, person, new Date().toISOString());
    await database.query(
      'update public.push_queue set due_at = now(), next_at = now() where notification_id = $1',
      [id],
    );
    const url = await start('send-push', { FCM_URL: fcm.url, FCM_SERVICE_ACCOUNT: fcm.serviceAccount });
    const response = await fetch(url, { method: 'POST', headers: { apikey: KEYS.secret } });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { configured: true, taken: 1, sent: 1 },
    ]);
    expect(fcm.sends).toMatchObject([{ token }]);
    expect((await queued(database, id))?.outcome).toBe('sent');
    const stranger = await fetch(url, { method: 'POST', headers: { apikey: KEYS.publishable } });
    expect(stranger.status).toBe(403);
  });

  it('ai-teacher-match finds a teacher for a visitor and stores the answer', async () => {
    const [place] = await database.query<{ city: string; style: string }>(
      `select (select id from public.cities where name = 'Vitória') as city,
         (select id from public.dance_styles where name = 'Zouk') as style`,
    );
    const teacher = await database.createUser({
      role: 'teacher',
      name: 'Lia do Zouk',
      cityId: place?.city ?? '',
      styleIds: [place?.style ?? ''],
    });
    const leadId = randomUUID();
    const lead = {
      id: leadId,
      nome: 'Visitante',
      cidade: 'Vitória',
      estilo_danca: 'Zouk',
      objetivos: 'Dançar',
    };
    await callAs(database, null, 'create_lead($1, $2::text::jsonb)', [randomUUID(), JSON.stringify(lead)]);
    const response = await fetch(await start('ai-teacher-match'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: KEYS.publishable },
      body: JSON.stringify({ leadId, userId: null }),
    });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { leadId, source: 'scoring', cityMatch: { teacherId: teacher } },
    ]);
    const [kept] = await database.query(
      `select ai_analysis_data -> 'cityMatch' ->> 'teacherId' as teacher from public.student_leads where id = $1`,
      [leadId],
    );
    expect(kept).toEqual({ teacher });
  });
});
