import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, embeddedTargets, newPerson, type Person } from '../support/backend.ts';

describe.each(embeddedTargets())('Requests at the same moment on $name', (target) => {
  let backend: Backend;
  let ana: Person;
  beforeAll(async () => {
    backend = await target.start();
    ana = await newPerson(backend);
    await ana.client.from('notes').insert({ title: 'only for Ana' });
  });
  afterAll(() => backend?.stop());

  /**
   * Sends all requests in one packet: the server then begins them in the same turn of its event
   * loop, which requests over separate connections hardly ever do. Resolves to the answers' bodies
   * in order.
   */
  const together = (paths: ReadonlyArray<{ path: string; key: string }>) =>
    new Promise<string[]>((resolve, reject) => {
      const socket = connect(new URL(backend.url).port ? Number(new URL(backend.url).port) : 80, '127.0.0.1');
      let text = '';
      const requests = paths.map(({ path, key }, index) => {
        const last = index === paths.length - 1 ? 'Connection: close\r\n' : '';
        return `GET ${path} HTTP/1.1\r\nHost: localhost\r\napikey: ${key}\r\n${last}\r\n`;
      });
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.once('error', reject);
      socket.once('end', () => resolve(text.split(/HTTP\/1\.1 \d+ /).slice(1)));
      socket.write(requests.join(''));
    });

  it('never run with each other’s role (fault 1)', async () => {
    const keys = [backend.publishableKey, backend.secretKey];
    const asked = Array.from({ length: 40 }, (_, index) => ({
      path: index % 4 < 2 ? '/rest/v1/rpc/whoami' : '/rest/v1/notes?select=title',
      key: keys[index % 2] ?? '',
    }));
    const answers = await together(asked);
    expect(answers).toHaveLength(asked.length);
    for (const [index, answer] of answers.entries()) {
      const secret = index % 2 === 1;
      if (index % 4 < 2) expect(answer).toContain(`"current_user":"${secret ? 'service_role' : 'anon'}"`);
      else expect(answer.includes('only for Ana')).toBe(secret);
    }
  });

  it('of an aborted transaction leave nothing to the next one', async () => {
    const database = backend.embedded?.database;
    if (database?.driver !== 'pglite' || !('exec' in database.connection.driver)) return;
    const pglite = database.connection.driver;
    const cut = database.serialise(async () => {
      await pglite.exec(`begin; set local role anon; insert into public.vault values (2, 'lost')`);
    });
    await expect(cut).rejects.toThrow('permission denied');
    expect(await database.query('select current_user as who, word from public.vault')).toEqual([
      { who: 'postgres', word: 'sesame' },
    ]);
  });

  it('are not executed for a client that gave up before their turn', async () => {
    const database = backend.embedded?.database;
    if (database?.driver !== 'pglite') return;
    let release: () => void = () => undefined;
    const held = database.serialise(
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    const patience = new AbortController();
    const write = (title: string, signal?: AbortSignal) =>
      ana.client
        .from('notes')
        .insert({ title })
        .abortSignal(signal ?? new AbortController().signal);
    const given = write('given up', patience.signal).then(({ error }) => error);
    // An answer that needs no database and follows the reading of the write.
    const answered = async () =>
      (await fetch(`${backend.url}/_mailbox?token=${backend.embedded?.mailbox.token}`)).ok;
    for (let asked = 0; asked < 20; asked += 1) expect(await answered()).toBe(true);
    patience.abort();
    expect(await given).not.toBeNull();
    for (let asked = 0; asked < 20; asked += 1) expect(await answered()).toBe(true);
    const waited = write('waited');
    release();
    await held;
    expect((await waited).error).toBeNull();
    const { data } = await ana.client.from('notes').select('title').in('title', ['given up', 'waited']);
    expect(data).toEqual([{ title: 'waited' }]);
  });
});
