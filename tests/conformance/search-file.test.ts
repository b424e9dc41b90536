/** The function search-file: files that caches keep for ever, a procedure that names them, and the server alone writes. */
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Newest, readNewest, readSection } from '../../supabase/functions/_shared/search-file/format.ts';
import { type Backend, mainTargets } from '../support/backend.ts';
import { createUser } from '../support/database.ts';
import { migrationsDir } from '../support/migrations-dir.ts';

const functionsDir = fileURLToPath(new URL('../../supabase/functions', import.meta.url));

describe.each(mainTargets())('search-file on $name', (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await target.start({ migrationsDir, functionsDir });
  });
  afterAll(() => backend?.stop());

  const sql = async (text: string, values: unknown[] = []) => {
    if (!backend.embedded) throw new Error('this needs the embedded backend');
    return backend.embedded.database.query<Record<string, unknown>>(text, values);
  };
  const teacher = async (name: string, isActive = true) => {
    if (!backend.embedded) throw new Error('this needs the embedded backend');
    return createUser(backend.embedded.database, { role: 'teacher', name, isActive });
  };
  const write = (key: string | null = backend.secretKey) =>
    fetch(`${backend.url}/functions/v1/search-file`, {
      method: 'POST',
      headers: key === null ? {} : { apikey: key },
    });
  const read = (name: string) => fetch(`${backend.url}/storage/v1/object/public/search-files/${name}`);
  const file = async (): Promise<unknown> => {
    const response = await fetch(`${backend.url}/rest/v1/rpc/newest_search_file`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: '{}',
    });
    return response.json();
  };
  const newest = async (): Promise<Newest> => readNewest(await file());
  const names = async () => {
    const found: unknown[] = [];
    for (const { name } of (await newest()).sections) {
      const bytes = new Uint8Array(await (await read(name)).arrayBuffer());
      found.push(...readSection(JSON.parse(gunzipSync(bytes).toString())).map((row) => row.name));
    }
    return found;
  };

  it('writes what visitors see, names it by its content, and writes unchanged parts once', async () => {
    await teacher('Ana Souza');
    await teacher('Inativa', false);
    expect((await write(null)).status).toBe(401);
    expect((await write(backend.publishableKey)).status).toBe(403);
    expect(await file()).toBeNull();

    const response = await write();
    expect([response.status, await response.json()]).toEqual([200, { teachers: 1, sections: 1, written: 1 }]);
    expect(await names()).toEqual(['Ana Souza']);
    const [section] = (await newest()).sections;
    const { headers } = await read(section?.name ?? '');
    expect(headers.get('cache-control')).toBe('max-age=31536000, immutable');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(await (await write()).json()).toEqual({ teachers: 1, sections: 1, written: 0 });
    expect(await sql('select public.search_file_due() as due')).toEqual([{ due: false }]);
  });

  it('leaves the former section to phones that are reading it, and removes those before', async () => {
    const [former] = (await newest()).sections;
    await teacher('Bia Lima');
    await write();
    expect((await names()).toSorted()).toEqual(['Ana Souza', 'Bia Lima']);
    expect((await read(former?.name ?? '')).ok).toBe(true);
    await sql(
      `update storage.objects set created_at = now() - interval '2 hours' where bucket_id = 'search-files'`,
    );
    await write();
    expect((await read(former?.name ?? '')).ok).toBe(false);
    expect(await names()).toHaveLength(2);
  });

  it('[S10] leaves no former section to anybody that shows who is no longer shown', async () => {
    const cleo = await teacher('Cleo Apagada');
    await write();
    const [former] = (await newest()).sections;
    expect(await names()).toContain('Cleo Apagada');
    await sql('delete from auth.users where id = $1', [cleo]);
    expect((await write()).ok).toBe(true);
    expect(await names()).not.toContain('Cleo Apagada');
    expect((await read(former?.name ?? '')).ok).toBe(false);
    const stored = await sql(`select name from storage.objects where bucket_id = 'search-files'`);
    for (const { name } of stored) {
      const bytes = new Uint8Array(await (await read(String(name))).arrayBuffer());
      expect(gunzipSync(bytes).toString()).not.toContain('Cleo Apagada');
    }
  });

  it('takes no file of visitors or signed-in people', async () => {
    const put = await fetch(`${backend.url}/storage/v1/object/search-files/${'a'.repeat(24)}.gz`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/gzip' },
      body: 'x',
    });
    expect(put.ok).toBe(false);
    expect(await names()).toHaveLength(2);
  });
});
