/** Sockets and their messages have a bound for each address, and what one sends silences no other. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { type Backend, mainTargets } from '../support/backend.ts';
import { WAIT_LIMIT } from '../support/limits.ts';

const PATIENCE = { timeout: WAIT_LIMIT, interval: 10 };
const ALL_SOCKETS = 40;
const MESSAGES = 50;
/** The share of a socket of its own (supabase/embedded/realtime/limits.ts). */
const OWN = 30;

interface Line {
  socket: WebSocket;
  answers: { event: string; ref: string; payload: { status?: string; response?: { reason?: string } } }[];
  closed: number | null;
  say(event: string, more?: object): void;
}

describe.each(mainTargets())('Sockets of one address on $name', (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await target.start({
      addressLimits: {
        ...{ sockets: 30, allSockets: ALL_SOCKETS, openings: { most: 60, within: 3_600_000 } },
        messages: { most: MESSAGES, within: 3_600_000 },
      },
    });
  });
  afterAll(() => backend?.stop());

  /** Resolves to the open socket, or to the status with which it was refused. Each address here is this machine. */
  const open = (localAddress: string) =>
    new Promise<Line | number>((resolve) => {
      const key = backend.publishableKey;
      const url = `${backend.url.replace('http://localhost', 'ws://127.0.0.1')}/realtime/v1/websocket?vsn=1.0.0&apikey=${key}`;
      const socket = new WebSocket(url, { localAddress });
      const line: Line = {
        ...{ socket, answers: [], closed: null },
        say: (event, more = {}) =>
          socket.send(JSON.stringify({ topic: 'phoenix', event, payload: {}, ref: event, ...more })),
      };
      socket.on('message', (text) => line.answers.push(JSON.parse(String(text))));
      socket.on('close', (code) => {
        line.closed = code;
      });
      socket.once('open', () => resolve(line));
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.once('error', () => undefined);
    });
  const opened = async (localAddress: string): Promise<Line> => {
    const line = await open(localAddress);
    if (typeof line === 'number') throw new Error(`refused with ${line}`);
    return line;
  };
  const end = async (lines: readonly Line[]) => {
    for (const { socket } of lines) socket.close();
    await vi.waitFor(() => expect(lines.every(({ closed }) => closed !== null)).toBe(true), PATIENCE);
  };

  it('a flood of messages is refused in the words of Realtime and ends its own socket only', async () => {
    const [loud, honest] = [await opened('127.0.0.1'), await opened('127.0.0.1')];
    for (let sent = 0; sent < 300; sent++) loud.say('heartbeat', { ref: String(sent) });
    await vi.waitFor(() => expect(loud.closed).toBe(1008), PATIENCE);
    const ok = loud.answers.filter(({ payload }) => payload.status === 'ok');
    expect(ok).toHaveLength(OWN + MESSAGES);
    const reasons = loud.answers
      .filter(({ payload }) => payload.status === 'error')
      .map(({ payload }) => payload.response?.reason);
    expect(new Set(reasons)).toEqual(
      new Set(['MessagePerSecondRateLimitReached: Too many messages per second']),
    );
    expect(reasons.length).toBeLessThan(30);

    honest.say('heartbeat');
    honest.say('phx_join', { topic: 'realtime:open', payload: { config: { private: false } } });
    await vi.waitFor(
      () =>
        expect(
          honest.answers
            .filter(({ event }) => event === 'phx_reply')
            .map(({ ref, payload }) => `${ref} ${payload.status}`),
        ).toEqual(['heartbeat ok', 'phx_join ok']),
      PATIENCE,
    );
    await end([honest]);
  });

  it('a channel that says too much is ended, as hosted Supabase ends it', async () => {
    const loud = await opened('127.0.0.1');
    loud.say('phx_join', { topic: 'realtime:open', payload: { config: { private: false } } });
    for (let sent = 0; sent < OWN; sent++) {
      loud.say('broadcast', { topic: 'realtime:open', payload: { event: 'x', payload: {} } });
    }
    await vi.waitFor(() => expect(loud.answers.map(({ event }) => event)).toContain('phx_close'), PATIENCE);
    expect(loud.answers.find(({ event }) => event === 'system')?.payload).toMatchObject({
      ...{ status: 'error', message: 'MessagePerSecondRateLimitReached: Too many messages per second' },
    });
    expect(loud.closed).toBeNull();
    await end([loud]);
  });

  it('broadcasts over HTTP count as messages', async () => {
    const messages = [{ topic: 'open', event: 'x' }];
    const ask = (key: string) =>
      fetch(`${backend.url.replace('localhost', '127.0.0.1')}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: JSON.stringify({ messages }),
      });
    expect((await ask(backend.publishableKey)).status).toBe(429);
    expect((await ask(backend.secretKey)).status).toBe(202);
  });

  it('names that would be kept and sent back are short', async () => {
    const line = await opened('127.0.0.2');
    line.say('heartbeat', { topic: 'x'.repeat(100_000) });
    line.say('heartbeat', { ref: 'y'.repeat(100_000) });
    const changes = Array.from({ length: 33 }, () => ({ event: '*', schema: 'public' }));
    line.say('phx_join', {
      ...{ topic: 'realtime:open', payload: { config: { private: false, postgres_changes: changes } } },
    });
    line.say('heartbeat');
    await vi.waitFor(
      () =>
        expect(line.answers.map(({ ref, payload }) => `${ref} ${payload.status}`)).toEqual([
          'phx_join error',
          'heartbeat ok',
        ]),
      PATIENCE,
    );
    await end([line]);
  });

  it('when few addresses hold nearly every socket, others are still given one', async () => {
    const floods = ['127.0.0.3', '127.0.0.4'].flatMap((address) => Array(28).fill(address) as string[]);
    const lines = (await Promise.all(floods.map(open))).filter((one) => typeof one !== 'number');
    expect(lines.length).toBeGreaterThanOrEqual(ALL_SOCKETS * 0.9);
    expect(lines.length).toBeLessThan(ALL_SOCKETS);
    const late = await open('127.0.0.5');
    expect(late).not.toBe(429);
    await end([...lines, ...(typeof late === 'number' ? [] : [late])]);
  });

  it('an address may open a limited number of sockets, however short they stay', async () => {
    const answers: (Line | number)[] = [];
    for (let tries = 0; tries < 61; tries++) {
      const line = await open('127.0.0.6');
      answers.push(line);
      if (typeof line !== 'number') await end([line]);
    }
    expect(answers.filter((one) => typeof one === 'number')).toEqual([429]);
    await end([await opened('127.0.0.7')]);
  });
});
