/**
 * Fifty of everything from one address at once: the server refuses what exceeds the address's
 * share, and goes on serving others.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { type Backend, mainTargets, newPerson, type Person } from '../support/backend.ts';

const MANY = 50;
const OFTEN = { interval: 10 };

describe.each(mainTargets())('One address on $name', (target) => {
  let backend: Backend;
  let dir: string;
  let ana: Person;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'danceflix-address-'));
    await writeFile(join(dir, 'robots.txt'), 'User-agent: *\n');
    backend = await target.start({
      staticDir: dir,
      addressLimits: {
        ...{ sockets: 5, requests: 20, renders: 2 },
        privateJoins: { most: 10, within: 3_600_000 },
      },
    });
    ana = await newPerson(backend);
  });
  afterAll(async () => {
    await backend?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  const robots = async () => (await fetch(`${backend.url}/robots.txt`)).text();
  const api = (path: string, init: RequestInit = {}) =>
    fetch(backend.url + path, {
      ...init,
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json', ...init.headers },
    });

  /** Resolves to the socket, or to the status with which it was refused. */
  const open = () =>
    new Promise<WebSocket | number>((resolve) => {
      const url = `${backend.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=1.0.0&apikey=${backend.publishableKey}`;
      const socket = new WebSocket(url);
      socket.once('open', () => resolve(socket));
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.once('error', () => undefined);
    });

  it('may hold a limited number of sockets, and new ones after closing some', async () => {
    const all = await Promise.all(Array.from({ length: MANY }, open));
    const opened = all.filter((one) => typeof one !== 'number');
    expect(opened).toHaveLength(5);
    expect(new Set(all.filter((one) => typeof one === 'number'))).toEqual(new Set([429]));
    expect(await robots()).toContain('User-agent');
    for (const socket of opened) socket.close();
    await vi.waitFor(async () => {
      const again = await open();
      expect(again).toBeInstanceOf(WebSocket);
      if (typeof again !== 'number') again.close();
    }, OFTEN);
  });

  it('may ask a limited number of times about private topics over all its sockets, and still joins public ones', async () => {
    const { data } = await ana.client.auth.getSession();
    let socket: WebSocket | number = 0;
    await vi.waitFor(async () => {
      socket = await open();
      expect(socket).toBeInstanceOf(WebSocket);
    }, OFTEN);
    const line = socket as unknown as WebSocket;
    const replies = new Map<string, { status: string; response: { reason?: string } }>();
    line.on('message', (text) => {
      const { event, ref, payload } = JSON.parse(String(text));
      if (event === 'phx_reply') replies.set(ref, payload);
    });
    const join = (topic: string, isPrivate: boolean) =>
      line.send(
        JSON.stringify({
          ...{ topic: `realtime:${topic}`, event: 'phx_join', ref: topic },
          payload: { config: { private: isPrivate }, access_token: data.session?.access_token },
        }),
      );
    for (let topic = 0; topic < MANY; topic++) join(`room:${topic}`, true);
    join('open', false);
    await vi.waitFor(() => expect(replies.size).toBe(MANY + 1), OFTEN);
    const refused = [...replies.values()].filter(({ status }) => status === 'error');
    // Two more are the socket's own, whatever others of its address ask.
    expect(refused).toHaveLength(MANY - 10 - 2);
    expect(refused[0]?.response.reason).toMatch(/RateLimit/);
    expect(replies.get('open')?.status).toBe('ok');
    line.close();
    const messages = [{ topic: 'room:1', event: 'x', private: true }];
    const posted = await api('/realtime/v1/api/broadcast', {
      method: 'POST',
      body: JSON.stringify({ messages }),
    });
    expect(posted.status).toBe(429);
    const long = JSON.stringify({ messages: Array.from({ length: 101 }, () => messages[0]) });
    expect((await api('/realtime/v1/api/broadcast', { method: 'POST', body: long })).status).toBe(422);
  });

  it('may hold a limited number of unfinished bodies, and is served again when they are gone', async () => {
    const sent = Array.from({ length: MANY }, () =>
      request(`${backend.url}/rest/v1/rpc/same`, {
        method: 'POST',
        headers: {
          apikey: backend.publishableKey,
          'content-type': 'application/json',
          'content-length': 1000,
        },
      }),
    );
    const statuses: number[] = [];
    for (const one of sent) {
      one.on('response', (response) => statuses.push(response.statusCode ?? 0));
      one.on('error', () => undefined);
      one.write('{');
    }
    await vi.waitFor(() => expect(statuses).toHaveLength(MANY - 20), OFTEN);
    expect(new Set(statuses)).toEqual(new Set([429]));
    const refused = await api('/rest/v1/notes?select=id');
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([429, '*']);
    expect(await robots()).toContain('User-agent');
    for (const one of sent) one.destroy();
    await vi.waitFor(async () => expect((await api('/rest/v1/notes?select=id')).status).toBe(200), OFTEN);
  });

  it('may have a limited number of pictures resized at a time', async () => {
    const picture = await sharp({ create: { width: 2400, height: 2400, channels: 3, background: '#a33' } })
      .png()
      .toBuffer();
    const path = `${ana.id}/large.png`;
    const { error } = await ana.client.storage
      .from('pictures')
      .upload(path, picture, { contentType: 'image/png' });
    expect(error).toBeNull();
    const make = (width: number) =>
      api(`/storage/v1/render/image/public/pictures/${path}?width=${width}`).then(async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      });
    const statuses = await Promise.all(Array.from({ length: MANY }, (_, at) => make(100 + at)));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(await make(2000)).toBe(200);
  });

  it('cannot store more metadata than an account may have', async () => {
    const { data: session } = await ana.client.auth.getSession();
    const authorization = `Bearer ${session.session?.access_token}`;
    const data = { note: 'x'.repeat(9_000) };
    const signUp = { email: `grande-${Date.now()}@danceflix.test`, password: 'senha-secreta-1' };
    const asked: readonly (readonly [method: string, path: string, body: object])[] = [
      ['POST', '/auth/v1/signup', { ...signUp, data }],
      ['PUT', '/auth/v1/user', { data }],
    ];
    for (const [method, path, body] of asked) {
      const answer = await api(path, { method, headers: { authorization }, body: JSON.stringify(body) });
      expect([path, answer.status, (await answer.json()).error_code]).toEqual([
        path,
        422,
        'validation_failed',
      ]);
      const huge = JSON.stringify({ ...body, other: 'x'.repeat(100_000) });
      expect((await api(path, { method, headers: { authorization }, body: huge })).status).toBe(413);
    }
    expect((await ana.client.auth.updateUser({ data: { name: 'Ana' } })).error).toBeNull();
    expect((await ana.client.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('note');
  });
});
