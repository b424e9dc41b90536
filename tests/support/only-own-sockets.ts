/**
 * Guards every test below the browser: a connection to anything that the test process did not open, nor declare
 * (own-ports.ts), fails, and so does the test that runs meanwhile, however its code takes a refused connection.
 * Connections through files of this machine are the tests' own.
 */
import net from 'node:net';
import { afterAll, afterEach, expect } from 'vitest';
import { allowPort, mayConnect } from './own-ports.ts';

const KEY = Symbol.for('danceflix.foreign-sockets');
const holder = globalThis as { [KEY]?: string[] };

if (!holder[KEY]) {
  holder[KEY] = [];
  guard(holder[KEY]);
}
const foreign = holder[KEY];

/** Returns the connections that were refused since the last call, and forgets them. */
export const takeForeignSockets = (): string[] => foreign.splice(0);

function complain(): void {
  const refused = takeForeignSockets();
  if (refused.length > 0) throw new Error(refused.join('\n'));
}
afterEach(complain);
afterAll(complain);

function guard(refused: string[]): void {
  const { connect } = net.Socket.prototype;
  const { listen } = net.Server.prototype;

  net.Server.prototype.listen = function (this: net.Server, ...args: unknown[]) {
    // First of all listeners: the others may connect at once.
    this.prependOnceListener('listening', () => {
      const address = this.address();
      if (address !== null && typeof address === 'object') allowPort(address.port);
    });
    return Reflect.apply(listen, this, args);
  };

  net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
    const target = targetOf(args);
    if (target === null || mayConnect(target.host, target.port)) return Reflect.apply(connect, this, args);
    const { currentTestName = 'something outside of a test', testPath = '' } = expect.getState();
    const message = `${currentTestName} (${testPath}) connects to ${target.host}:${target.port}, which it has not opened`;
    refused.push(message);
    process.nextTick(() => this.destroy(new Error(message)));
    return this;
  };
}

/** Node passes its own functions the arguments as one list. Null for a file. */
function targetOf(args: unknown[]): { host: string; port: number } | null {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === 'object' && first !== null) {
    const { port, host, path } = first as { port?: unknown; host?: unknown; path?: unknown };
    if (port === undefined && path) return null;
    return { host: nameOf(host), port: Number(port) };
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return null;
  return { host: nameOf(second), port: Number(first) };
}

const nameOf = (host: unknown): string =>
  typeof host === 'string' && host !== '' ? host.replace(/^\[|\]$/g, '') : 'localhost';
