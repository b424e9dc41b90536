/** The function remove-files: it deletes what no profile shows, and nothing else. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, mainTargets } from '../support/backend.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { picture } from '../support/pictures.ts';
import { PushSteps } from './push-steps.ts';

const functionsDir = fileURLToPath(new URL('../../supabase/functions', import.meta.url));

describe.each(mainTargets())('remove-files on $name', (target) => {
  let backend: Backend;
  let steps: PushSteps;
  beforeAll(async () => {
    backend = await target.start({ migrationsDir, functionsDir });
    steps = new PushSteps(backend);
  });
  afterAll(() => backend?.stop());

  const call = (key: string | null) =>
    fetch(`${backend.url}/functions/v1/remove-files`, {
      method: 'POST',
      headers: key === null ? {} : { apikey: key },
    });
  const put = async (name: string) =>
    fetch(`${backend.url}/storage/v1/object/profile-images/${name}`, {
      method: 'POST',
      headers: { apikey: backend.secretKey, 'content-type': 'image/webp' },
      body: new Uint8Array(await picture('image/webp')),
    });
  const status = async (name: string) =>
    (await fetch(`${backend.url}/storage/v1/object/public/profile-images/${name}`)).status;

  it('deletes the queued files once, leaves others, and is for the server alone', async () => {
    const { id: me } = await steps.person(0);
    const id = '00000000-0000-7000-8000-000000000001';
    const [gone, kept] = [`${me}/${id}-p.webp`, `${me}/other.webp`];
    for (const name of [gone, kept]) expect((await put(name)).status).toBe(200);
    const sql = (text: string) => backend.embedded?.database.query(text);
    await sql(`insert into app.stale_files (name) values ('${gone}'), ('${me}/${id}-t.webp')`);
    expect((await call(null)).status).toBe(401);
    expect((await call(backend.publishableKey)).status).toBe(403);
    expect(await status(gone)).toBe(200);
    const response = await call(backend.secretKey);
    expect([response.status, await response.json()]).toEqual([200, { removed: 2 }]);
    expect(await status(gone)).not.toBe(200);
    expect(await status(kept)).toBe(200);
    expect(await (await call(backend.secretKey)).json()).toEqual({ removed: 0 });
    expect(await sql('select name from app.stale_files')).toEqual([]);
  });
});
