// @vitest-environment node
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { failuresOf, flush, pullPrivate, Tally } from '../load/phones';
import type { LoadServer } from '../load/server';

/** A server that gives every request the same answer, and what it was asked. */
async function serverThatAnswers(status: number, body: object) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url?.split('/').at(-1) ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const phonesServer = { url, publishableKey: 'key', jwtSecret: 'secret', gone: null } as LoadServer;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { asked, phonesServer, stop };
}

it('a phone of the load run that is refused for good stops, and the run says why', async () => {
  const refusal = { code: 'PT401', hint: 'account_missing', message: 'this account does not exist any more' };
  const { asked, phonesServer, stop } = await serverThatAnswers(401, refusal);
  try {
    const tally = new Tally();
    const sent = await flush(phonesServer, tally, 'a-student', ['one', 'two', 'three']);
    await pullPrivate(phonesServer, tally, 'a-student');

    expect(asked).toEqual(['set_favourite', 'set_favourite', 'pull_profile']);
    expect(sent.map(({ acknowledged }) => acknowledged)).toEqual([false]);
    expect(failuresOf([tally])).toEqual([
      `2 requests refused for good: set_favourite: 401 ${JSON.stringify(refusal)}`,
      `1 requests refused for good: pull_profile: 401 ${JSON.stringify(refusal)}`,
    ]);
  } finally {
    stop();
  }
});

it('a phone of the load run stops as soon as the server is gone', async () => {
  const { phonesServer, stop } = await serverThatAnswers(200, {});
  stop();
  const tally = new Tally();
  Object.assign(phonesServer, { gone: 'The server ended (SIGKILL)' });
  await flush(phonesServer, tally, 'a-student', ['one', 'two']);
  expect(tally.times).toHaveLength(2);
  expect(failuresOf([tally])).toEqual(['2 requests never had an answer']);
});
