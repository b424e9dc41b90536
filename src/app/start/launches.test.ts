import { readFile } from 'node:fs/promises';
import { matchPath } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ROUTES } from '../routes';
import { followLaunches } from './launches';

const ORIGIN = 'https://danceflix.example';

function opened(loaded: string) {
  const went: string[] = [];
  let launch: (path: string) => void = () => undefined;
  const queue = {
    setConsumer: (consumer: (one: { targetURL?: string }) => void) => {
      launch = (path) => consumer({ targetURL: new URL(path, ORIGIN).href });
    },
  };
  followLaunches(queue, new URL(loaded, ORIGIN).href, (path) => went.push(path));
  return { went, launch: (path: string) => launch(path) };
}

it('keeps the window when the icon is tapped, and when it was just opened', () => {
  const { went, launch } = opened('/meus-pedidos');
  launch('/meus-pedidos');
  launch('/search');
  expect(went).toEqual([]);
});

it('goes where a shortcut or a shared link leads, including the one that opened the window', () => {
  const { went, launch } = opened('/meus-pedidos');
  launch('/meus-pedidos');
  launch('/meus-pedidos');
  launch('/share?url=x');
  launch('/search?page=1');
  expect(went).toEqual(['/meus-pedidos', '/share?url=x', '/search?page=1']);
});

it('never goes to another site', () => {
  const { went, launch } = opened('/');
  launch('https://mal.example/search?page=1');
  expect(went).toEqual([]);
});

it('does nothing where the browser has no launch queue', () => {
  expect(() => followLaunches(undefined, ORIGIN, () => undefined)).not.toThrow();
});

it('every shortcut of the icon and the share target lead to a page of the app', async () => {
  const manifest = JSON.parse(await readFile('public/manifest.webmanifest', 'utf8'));
  const urls: string[] = [
    manifest.start_url,
    manifest.share_target.action,
    ...manifest.shortcuts.map(({ url }: { url: string }) => url),
  ];
  expect(urls.length).toBeGreaterThan(4);
  for (const url of urls)
    expect(
      ROUTES.some(({ path }) => matchPath(path, new URL(url, ORIGIN).pathname)),
      url,
    ).toBe(true);
});
