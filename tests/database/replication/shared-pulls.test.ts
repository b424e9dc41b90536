/**
 * Public pulls that many phones request at once, through the whole embedded backend, on both
 * drivers.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, embeddedTargets } from '../../support/backend.ts';
import { migrationsDir } from '../../support/migrations-dir.ts';

interface Page {
  rows: { id: string; name: string }[];
  checkpoint: { xid: number; id: string };
  done: boolean;
}

describe.each(embeddedTargets())('public pulls at the same moment on $name', (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await target.start({ migrationsDir });
  });
  afterAll(() => backend?.stop());

  const ask = async (after: Page['checkpoint'] | null = null, token = backend.publishableKey) => {
    const response = await fetch(`${backend.url}/rest/v1/rpc/pull_cities`, {
      method: 'POST',
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({ after_xid: after?.xid ?? null, after_id: after?.id ?? null, page_size: 500 }),
    });
    return { status: response.status, headers: response.headers, page: (await response.json()) as Page };
  };

  it('get the same complete answer', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask()));
    const [first] = answers;
    expect(first?.page.rows.length).toBeGreaterThan(20);
    for (const { status, headers, page } of answers) {
      expect(status).toBe(200);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(page).toEqual(first?.page);
    }
  });

  it('never hide a change from a phone that asks after it', async () => {
    const { page } = await ask();
    const id = page.rows[0]?.id;
    let { checkpoint } = page;
    for (let round = 1; round <= 8; round += 1) {
      const crowd = Array.from({ length: 30 }, () => ask(checkpoint));
      await backend.embedded?.database.query('update public.cities set name = $2 where id = $1', [
        id,
        `Cidade ${round}`,
      ]);
      const after = (await ask(checkpoint)).page;
      expect(after.rows.map(({ name }) => name)).toEqual([`Cidade ${round}`]);
      await Promise.all(crowd);
      checkpoint = after.checkpoint;
    }
  });

  it('are not shared with a refused token', async () => {
    const [, { status }] = await Promise.all([ask(), ask(null, 'not.a.token')]);
    expect(status).toBe(401);
  });
});
