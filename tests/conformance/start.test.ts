import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeLock } from '../../supabase/embedded/lock-file.ts';
import { refuseDemoAccounts } from '../../supabase/embedded/network-start.ts';
import { startServer } from '../../supabase/embedded/server.ts';
import { client, newPerson, startTestServer } from '../support/backend.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { type StartedProcess, startMain } from '../support/process.ts';

let dir: string;
const started: StartedProcess[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'danceflix-start-'));
});
afterEach(async () => {
  for (const one of started.splice(0)) {
    one.child.kill('SIGKILL');
    await one.ended;
  }
  rmSync(dir, { recursive: true, force: true });
});

const start = (env: Record<string, string> = {}) => {
  const one = startMain({ DATA_DIR: join(dir, 'data'), ...env });
  started.push(one);
  return one;
};
/** Expects one line, without a stack or a promise. */
const onlyLine = (one: StartedProcess) => {
  const lines = one.output().trim().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
};

describe('Starting on a data folder', () => {
  const prepared = mkdtempSync(join(tmpdir(), 'danceflix-start-'));
  beforeAll(async () => {
    const first = startMain({ DATA_DIR: prepared });
    await first.printed(/Danceflix: +http:\S+/);
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
  });
  afterAll(() => rmSync(prepared, { recursive: true, force: true }));
  beforeEach(() => cpSync(prepared, join(dir, 'data'), { recursive: true }));

  it('prints its address, and reports that it already runs when started again on the same data', async () => {
    const first = start();
    const [, url = ''] = await first.printed(/Danceflix: +(http:\S+)/);
    const [, mails = ''] = await first.printed(/(http:\S+\/_mailbox\?token=\S+)\nDados: +\S+data\n/);
    expect((await fetch(mails)).status).toBe(200);
    expect((await fetch(`${url}/_mailbox`)).status).toBe(403);
    const second = start();
    expect(await second.ended).toBe(1);
    expect(onlyLine(second)).toContain('already running');
    expect(onlyLine(second)).toContain(String(first.child.pid));
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
  });

  it('keeps every acknowledged write through kill -9, and replaces the stale lock', async () => {
    const first = start();
    const [, url = ''] = await first.printed(/Danceflix: +(http:\S+)/);
    const { publishableKey, secretKey } = { publishableKey: 'sb_publishable_danceflix_local', ...keys(dir) };
    const backend = { url, publishableKey, secretKey, embedded: null, stop: async () => undefined };
    const person = await newPerson(backend, { full_name: 'Sobrevivente' });
    first.child.kill('SIGKILL');
    await first.ended;

    const second = start();
    const [, again = ''] = await second.printed(/Danceflix: +(http:\S+)/);
    const back = await client({ ...backend, url: again }).auth.signInWithPassword(person);
    expect(back.data.user?.user_metadata).toMatchObject({ full_name: 'Sobrevivente' });
    // The earlier session is still valid: the keys belong to the folder.
    const { data } = await person.client.auth.getSession();
    const headers = { apikey: publishableKey, authorization: `Bearer ${data.session?.access_token}` };
    expect((await fetch(`${again}/auth/v1/user`, { headers })).status).toBe(200);
  });
});

describe('Starting', () => {
  it('names a port that is in use', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    try {
      const one = start({ PORT: String(port) });
      expect(await one.ended).toBe(1);
      expect(onlyLine(one)).toContain(`Port ${port} is in use`);
    } finally {
      other.close();
    }
  });

  it('names a data folder that cannot be used', async () => {
    writeFileSync(join(dir, 'a-file'), '');
    const one = start({ DATA_DIR: join(dir, 'a-file') });
    expect(await one.ended).toBe(1);
    expect(onlyLine(one)).toContain('a-file');
  });

  it('treats a variable without a value as unset', async () => {
    writeFileSync(join(dir, 'file'), '');
    const one = start({ DATA_DIR: join(dir, 'file'), VITE_SITE_URL: '', SEED: '', CONFIRMATIONS: '' });
    expect(await one.ended).toBe(1);
    expect(onlyLine(one)).toContain('data folder');
  });

  it.each([
    ['PORT', 'quatro mil'],
    ['SEED', 'demonstração'],
    ['DEMO_ON_NETWORK', 'talvez'],
    ['CONFIRMATIONS', 'talvez'],
    ['VITE_SITE_URL', 'danceflix'],
    ['VITE_SUPABASE_URL', 'abc'],
  ])('[D153] names %s when its value is malformed, and starts nothing', async (name, value) => {
    const one = start({ [name]: value });
    expect(await one.ended).toBe(1);
    expect(onlyLine(one)).toMatch(new RegExp(`^${name} is wrong: .`));
  });

  it('names a database that cannot be reached, without its password', async () => {
    const one = start({ DATABASE_URL: 'postgres://someone:geheim@127.0.0.1:1/nowhere' });
    expect(await one.ended).toBe(1);
    expect(onlyLine(one)).toContain('Cannot reach PostgreSQL at 127.0.0.1:1/nowhere');
    expect(one.output()).not.toContain('geheim');
  });

  it('names a migration that is broken, with file, message and line, and leaves it undone', async () => {
    const migrationsDir = join(dir, 'migrations');
    mkdirSync(migrationsDir);
    writeFileSync(join(migrationsDir, '20260101000000_good.sql'), 'create table public.good (id int);');
    writeFileSync(
      join(migrationsDir, '20260102000000_bad.sql'),
      'create table public.half (id int);\n\nselect * from no_such_table;',
    );
    const options = {
      port: 0,
      dataDir: join(dir, 'data'),
      seed: 'none',
      quiet: true,
      migrationsDir,
    } as const;
    await expect(startServer(options)).rejects.toThrow(
      'Migration 20260102000000_bad.sql failed: relation "no_such_table" does not exist (line 3)',
    );
    writeFileSync(join(migrationsDir, '20260102000000_bad.sql'), 'create table public.half (id int);');
    const server = await startServer(options);
    const rows = await server.database.query(
      'select name from supabase_migrations.schema_migrations order by version',
    );
    expect(rows).toEqual([{ name: 'good' }, { name: 'bad' }]);
    await server.close();
  });
});

describe('A server that others reach', () => {
  it('has no demo accounts, not even old ones', async () => {
    const options = { port: 0, host: '0.0.0.0', quiet: true, dataDir: join(dir, 'data') } as const;
    await expect(startServer({ ...options, seed: 'demo' })).rejects.toThrow(/DEMO_ON_NETWORK=yes/);
    const kept = { query: async <T>() => [{}] as T[] };
    await expect(refuseDemoAccounts(kept, '0.0.0.0')).rejects.toThrow(/HOST=0\.0\.0\.0/);
    await refuseDemoAccounts({ query: async () => [] }, '0.0.0.0');
  });

  it('prints no links from mails', async () => {
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const server = await startTestServer({ port: 0, host: '0.0.0.0', seed: 'none', migrationsDir });
    try {
      const link = `${server.url}/auth/v1/verify?type=recovery&token=abc`;
      await server.mailbox.send({ to: 'ana@x.test', subject: 'Senha', text: `Abra ${link}` });
      expect(printed.mock.calls.join('\n')).toContain('ana@x.test');
      expect(printed.mock.calls.join('\n')).not.toContain('verify');
    } finally {
      await server.close();
      printed.mockRestore();
    }
  });
});

describe('The lock of a data folder', () => {
  it('is taken over from a process that is gone, or whose number now belongs to another', () => {
    for (const holder of [
      { pid: 2 ** 22 - 1, started: 'x', id: 'gone' },
      { pid: process.ppid, started: 'another time', id: 'reused' },
    ]) {
      writeFileSync(join(dir, 'server.lock'), JSON.stringify(holder));
      const release = takeLock(dir);
      expect(JSON.parse(readFileSync(join(dir, 'server.lock'), 'utf8'))).toMatchObject({ pid: process.pid });
      release();
    }
    writeFileSync(join(dir, 'server.lock'), 'half a li');
    takeLock(dir)();
  });

  it('is refused while its holder lives, and free after its release', () => {
    const release = takeLock(dir);
    expect(() => takeLock(dir)).toThrow(`already running on the data folder ${dir} (process ${process.pid})`);
    release();
    takeLock(dir)();
  });
});

describe('The keys of a data folder', () => {
  it('are readable by their owner only', async () => {
    const server = await startServer({
      port: 0,
      dataDir: dir,
      seed: 'none',
      quiet: true,
      migrationsDir: dir,
    });
    await server.close();
    expect(statSync(join(dir, 'keys.json')).mode & 0o077).toBe(0);
    expect(server.secretKey).toMatch(/^sb_secret_.{32}$/);
  });
});

function keys(folder: string): { secretKey: string } {
  return JSON.parse(readFileSync(join(folder, 'data', 'keys.json'), 'utf8'));
}
