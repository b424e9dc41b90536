/**
 * A statement that would run for ever is stopped, and the server goes on with every acknowledged
 * row.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, client, embeddedTargets, newPerson, type Person } from '../support/backend.ts';

/**
 * Milliseconds. Reopening a folder takes longer than cancelling: there a short wait must not be
 * taken for a long statement.
 */
const LIMITS: Readonly<Record<string, number>> = { PGlite: 4_000, PostgreSQL: 1_500 };
const GIVE_UP = 100_000;

describe.each(embeddedTargets())('Long statements on $name', (target) => {
  let backend: Backend;
  let dir: string;
  let ana: Person;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'danceflix-limits-'));
    await writeFile(join(dir, 'robots.txt'), 'User-agent: *\n');
    backend = await target.start({
      staticDir: dir,
      statementLimit: LIMITS[target.name] ?? 4_000,
      dataDir: join(dir, 'data'),
    });
    await backend.embedded?.database.exec(`
      create function public.work_for_ever() returns bigint language sql security definer as
        'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b';
      create function public.note_and_work(note text) returns bigint language plpgsql as $$
        begin
          insert into public.notes (title) values (note);
          return public.work_for_ever();
        end $$;`);
    ana = await newPerson(backend);
  });
  afterAll(async () => {
    await backend?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  const robots = async () =>
    (await fetch(`${backend.url}/robots.txt`, { signal: AbortSignal.timeout(GIVE_UP) })).text();

  it('end for visitors and signed-in people, are undone, and leave acknowledged writes alone', async () => {
    const { error } = await ana.client.from('notes').insert({ title: 'before', is_public: true });
    expect(error).toBeNull();
    for (const long of [
      client(backend).rpc('work_for_ever'),
      ana.client.rpc('note_and_work', { note: 'during' }),
    ]) {
      const [answer, text] = await Promise.all([long, robots()]);
      expect([answer.status, answer.error?.code]).toEqual([500, '57014']);
      expect(text).toBe('User-agent: *\n');
      const seen = await client(backend).from('notes').select('title');
      expect([seen.data, seen.error]).toEqual([[{ title: 'before' }], null]);
      expect((await client(backend).rpc('whoami')).data).toMatchObject({ uid: null, current_user: 'anon' });
      expect((await ana.client.rpc('whoami')).data).toMatchObject({ current_user: 'authenticated' });
    }
  });

  it('end when their client has left, and later writes are kept', async () => {
    const gone = Array.from({ length: 12 }, () =>
      fetch(`${backend.url}/rest/v1/rpc/work_for_ever`, {
        method: 'POST',
        headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
        body: '{}',
        signal: AbortSignal.timeout(100),
      }).catch(() => null),
    );
    await Promise.all(gone);
    expect(await robots()).toBe('User-agent: *\n');
    const { error } = await ana.client.from('notes').insert({ title: 'after', is_public: true });
    expect(error).toBeNull();
    const heard = new Promise((resolve) => {
      client(backend)
        .channel('public:notes')
        .on('broadcast', { event: 'notes' }, resolve)
        .subscribe(
          () =>
            void ana.client
              .from('notes')
              .insert({ title: `told ${Math.random()}` })
              .then(),
        );
    });
    await heard;
  });
});
