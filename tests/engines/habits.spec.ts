/**
 * Deviations of these engines from the standards, each shown by a page with nothing else in it; the
 * other tests work around them. A failing test means that an engine was fixed: its workaround can
 * go.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EngineName } from './installed';
import { test as base, expect, fill } from './test';

const PAGE = `<!doctype html><html lang="pt-BR"><meta name="viewport" content="width=device-width"><title>Só isto</title>
<label>Nome <input value="antes"></label>
<script>
  heard = [];
  document.addEventListener('input', () => heard.push(document.querySelector('input').value));
</script>`;

/** Activates slowly, and never answers under /nothing. */
const WORKER = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(new Promise((done) => setTimeout(done, 1500))));
addEventListener('fetch', (event) => {
  if (new URL(event.request.url).pathname === '/nothing') event.respondWith(Promise.reject(new Error('Nobody')));
});`;

declare global {
  /** The values of the page's field after each input. */
  var heard: string[];
}

const test = base.extend<{ site: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  site: async ({}, use) => {
    const server = createServer(({ url }, response) => {
      const isWorker = url === '/worker.js';
      response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html; charset=utf-8');
      response.end(isWorker ? WORKER : PAGE);
    });
    await use(await listening(server));
    server.close();
    server.closeAllConnections();
  },
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** Selects the behaviour of this project's engine. */
const here = <T>(name: string, habits: Record<EngineName, T>): T => habits[name as EngineName];

test('typing replaces the text, and the page gets an event for every key', async ({ phone, site }) => {
  const tab = await phone.open();
  await tab.goto(`${site}/`);
  await fill(tab, { label: 'Nome' }, 'olá');
  expect(await tab.run(() => heard)).toEqual(['', 'o', 'ol', 'olá']);
  await fill(tab, { label: 'Nome' }, '');
  expect(await tab.run(() => heard.at(-1))).toBe('');
});

test('WebKit never notifies a page that was opened during the activation of its worker', async ({
  phone,
  site,
}, { project }) => {
  const early = await phone.open();
  await early.goto(`${site}/`);
  await early.run(register);
  await early.goto(`${site}/again`);
  const late = await phone.newTab();
  await expect
    .poll(async () => {
      await late.goto(`${site}/late`);
      return late.run(controllerState);
    })
    .toBe('activated');
  const known = here(project.name, { firefox: 'activated', webkit: 'activating' });
  await expect.poll(() => early.run(controllerState)).toBe(known);
  await early.reload();
  expect(await early.run(controllerState)).toBe('activated');
});

test('WebKit reports a request that its worker cannot answer twice, as a rejection in the worker too', async ({
  phone,
  site,
}, { project }) => {
  const tab = await phone.open();
  await tab.goto(`${site}/`);
  await tab.run(register);
  await tab.goto(`${site}/again`);
  expect(await tab.run(() => fetch('/nothing').then(String, ({ name }) => String(name)))).toBe('TypeError');
  const rejections = () =>
    phone.errors.filter((text) => /Unhandled Promise Rejection: NetworkError/.test(text));
  await expect.poll(rejections).toHaveLength(here(project.name, { firefox: 0, webkit: 1 }));
});

/** Runs in the page. Resolves while the worker is activating. */
async function register(): Promise<void> {
  const { installing } = await navigator.serviceWorker.register('/worker.js');
  if (!installing) throw new Error('It was there before');
  await new Promise<void>((resolve) => {
    installing.addEventListener('statechange', () => {
      if (installing.state === 'activating') resolve();
    });
  });
}

/**
 * Runs in the page. Firefox too keeps an old state until a page asks for its registration, as the
 * product does.
 */
async function controllerState(): Promise<string | undefined> {
  await navigator.serviceWorker.getRegistration();
  return navigator.serviceWorker.controller?.state;
}
