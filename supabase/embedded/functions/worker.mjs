// The thread of one function, with the part of Deno that Supabase's functions use. Plain JavaScript, because a thread
// does not inherit its parent's TypeScript loader. Messages: see messages.ts.
import { parentPort, workerData } from 'node:worker_threads';
import WebSocket from 'ws';

const { code, env } = workerData;
const tasks = new Set();
let handler = null;

globalThis.WebSocket ??= WebSocket;
globalThis.EdgeRuntime = {
  waitUntil(promise) {
    tasks.add(promise);
    const done = () => tasks.delete(promise);
    promise.then(done, (error) => {
      console.error(logged(error));
      done();
    });
  },
};
globalThis.Deno = {
  env: {
    get: (name) => env[name],
    has: (name) => name in env,
    toObject: () => ({ ...env }),
  },
  serve(first, second) {
    handler = typeof first === 'function' ? first : (second ?? first.handler);
    return { finished: new Promise(() => undefined), shutdown: async () => undefined };
  },
};

/** Shortens stack traces: the code was loaded from a long data: URL, which every line would repeat. */
const logged = (error) =>
  String(error instanceof Error ? error.stack : error).replace(
    /data:text\/javascript;base64,[\w+/=]+/g,
    'index.ts',
  );
const refusal = (error) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

parentPort.on('message', async ({ id, url, method, headers, body }) => {
  try {
    if (handler === null) throw new Error('the function never called Deno.serve');
    const request = new Request(url, { method, headers, ...(body === null ? {} : { body }) });
    const response = await handler(request, {
      remoteAddr: { transport: 'tcp', hostname: '127.0.0.1', port: 0 },
    });
    if (!(response instanceof Response)) throw new Error('the function did not return a Response');
    const bytes = new Uint8Array(await response.arrayBuffer());
    parentPort.postMessage({
      kind: 'answer',
      id,
      status: response.status,
      headers: [...response.headers],
      body: bytes,
    });
  } catch (error) {
    console.error(logged(error));
    parentPort.postMessage({ kind: 'failed', id, message: refusal(error) });
  }
});

await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
parentPort.postMessage({ kind: 'ready' });
