// @vitest-environment node
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import WebSocket from 'ws';
import { takeForeignSockets } from '../support/only-own-sockets';
import { allowPort } from '../support/own-ports';

/** A server that stands for another program on this machine. */
const SERVER = `
  const server = require('node:http').createServer((_, response) => response.end('other'));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

let other: ReturnType<typeof spawn>;
let port: number;
beforeEach(async () => {
  other = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (!other.stdout) throw new Error('no output');
  const [printed] = await once(other.stdout, 'data');
  port = Number(printed);
});
afterEach(() => {
  takeForeignSockets();
  other.kill();
});

const failureOf = (emitter: { once(event: 'error', use: (error: Error) => void): unknown }) =>
  new Promise<string>((resolve) => emitter.once('error', ({ message }) => resolve(message)));

it.each<[string, () => Promise<string>]>([
  ['fetch', () => fetch(`http://localhost:${port}`).then(({ status }) => `${status}`, String)],
  ['a socket', () => failureOf(connect(port, '127.0.0.1'))],
  ['a socket without a host', () => failureOf(connect({ port }))],
  ['a WebSocket', () => failureOf(new WebSocket(`ws://127.0.0.1:${port}`))],
])('%s to what the test has not opened fails, and the test is named', async (way, attempt) => {
  expect(await attempt()).toMatch(/which it has not opened|fetch failed/);
  const refused = takeForeignSockets();
  expect(refused).toEqual([expect.stringContaining(`${way} to what the test has not opened`)]);
  expect(refused[0]).toContain(`:${port}`);
  expect(refused[0]).toContain('only-own-sockets.test.ts');
});

it('nor does anything go out to the world', async () => {
  await expect(fetch('https://push.example/1')).rejects.toThrow();
  expect(takeForeignSockets()).toEqual([expect.stringContaining('push.example:443')]);
});

it('servers of the test itself are reached, and those that it declares', async () => {
  const server = createServer((_, response) => response.end('own')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: ours } = server.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${ours}`)).text()).toBe('own');
  server.closeAllConnections();
  server.close();

  allowPort(port);
  expect(await (await fetch(`http://localhost:${port}`)).text()).toBe('other');
  expect(takeForeignSockets()).toEqual([]);
});
