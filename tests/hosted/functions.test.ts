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
import { falsePictures, picture } from '../support/pictures.ts';
import { KEYS, type Rest, type StoredFile, startRest } from './rest.ts';

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

  it('read-picture notes a picture once all its sizes are pictures, and no false one', async () => {
    await database.asPlatform('drop function storage.reads_pictures()');
    const url = await start('read-picture');
    const owner = await database.createUser({ role: 'teacher', name: 'Marina Couto' });
    const stranger = await database.createUser({ role: 'teacher', name: 'Outra Pessoa' });
    const upload = async (sizes: readonly StoredFile[]) => {
      const id = randomUUID();
      for (const [at, file] of sizes.entries()) {
        const name = `${owner}/${id}-${'tcp'[at]}.webp`;
        await database.as('service_role', null, (tx) =>
          tx.query(
            `insert into storage.objects (bucket_id, name, version) values ('profile-images', $1, $2)`,
            [...[name, randomUUID()]],
          ),
        );
        rest.files.set(`profile-images/${name}`, file);
      }
      return `/storage/v1/object/public/profile-images/${owner}/${id}-p.webp`;
    };
    const read = async (path: string, as: string | null = owner) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          apikey: KEYS.publishable,
          ...(as !== null && { authorization: `Bearer ${as}` }),
        },
        body: JSON.stringify({ path }),
      });
      return { status: response.status, ...((await response.json()) as object) };
    };
    const save = (path: string) =>
      callAs(database, owner, 'update_profile($1, $2::text::jsonb)', [
        randomUUID(),
        JSON.stringify({ profile_image_url: path }),
      ]);

    const honest = { type: 'image/webp', body: await picture('image/webp') };
    const path = await upload([honest, honest, honest]);
    await expect(save(path)).rejects.toMatchObject({ hint: 'picture_unread' });
    expect(await read(path, stranger)).toMatchObject({ status: 403 });
    expect((await read(path, null)).status).toBeGreaterThanOrEqual(401);
    expect(await read(path)).toEqual({ status: 200, read: true });
    await save(path);

    for (const [what, body, type] of await falsePictures()) {
      const fake = await upload([honest, honest, { type, body }]);
      expect(await read(fake), what).toMatchObject({ status: 422 });
      await expect(save(fake), what).rejects.toMatchObject({ hint: 'picture_unread' });
    }
    const larger = { type: 'image/webp', body: await picture('image/webp', 2_049, 10) };
    expect(await read(await upload([larger, honest, honest]))).toMatchObject({ status: 422 });
    expect(await read(await upload([honest, honest]))).toMatchObject({ status: 404 });
    expect(await read('/etc/passwd')).toMatchObject({ status: 400 });
  });
});
