import { mkdirSync } from 'node:fs';
import sharp from 'sharp';
import type { Href } from '../../src/lib/paths';
import { counted } from '../e2e/pages/controls';
import { expect, see, test } from './test';
import { readyForOffline, settled, signIn, visit } from './walk';

const PICTURES = new URL('../../test-results/engines/', import.meta.url).pathname;

const PATHS = [
  '/',
  '/search',
  '/teachers/marina-couto',
  '/encontrar-professor',
  '/comunidade',
  '/comunidade/mural',
  '/comunidade/eventos',
  '/blog',
  '/biblioteca-passos',
  '/forro/sao-paulo',
  '/duvidas',
  '/campanha',
  '/register',
  '/student/home',
  '/student/profile-enhanced',
  '/student/requests',
  '/student/requests/new?professor=marina-couto',
  '/student/configurations',
  '/envios',
  '/pwa-test',
] as const satisfies readonly Href[];

test('every kind of page fits 360 px and reports no error', async ({ phone, product }, { project }) => {
  mkdirSync(PICTURES, { recursive: true });
  const tab = await phone.open();
  await signIn(tab, product);
  await readyForOffline(tab);
  const wide: string[] = [];
  for (const path of PATHS) {
    await visit(tab, `${product.url}${path}`);
    await see(tab, { role: 'heading', level: 1 });
    await expect
      .poll(() => tab.run(() => document.querySelectorAll('#root [aria-busy="true"]').length))
      .toBe(0);
    const overflow = await tab.run(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    const titles = await tab.texts({ role: 'heading', level: 2 });
    if (path === '/comunidade/eventos') expect(titles).toEqual([...new Set(titles)]);
    // WebKitGTK has no persistence prompt: the page may not claim that storage is at risk.
    if (path === '/pwa-test') await see(tab, { text: 'Armazenamento protegido' });
    if (overflow > 0) wide.push(`${path}: ${overflow} px`);
    await settled(tab);
    await tab.shoot(`${PICTURES}${project.name}${path.replaceAll(/\W+/g, '-')}.png`);
  }
  expect(wide).toEqual([]);
  expect(phone.errors).toEqual([]);
});

test('the shadow of a card in the search is not cut off at the edge of its place', async ({
  phone,
  product,
}, { project }) => {
  mkdirSync(PICTURES, { recursive: true });
  const tab = await phone.open();
  await visit(tab, `${product.url}/search`);
  await see(tab, counted(72));
  await settled(tab);
  const { left, middle } = await tab.run(() => {
    const cards = document.querySelectorAll('article');
    cards[1]?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, height } = cards[1]?.getBoundingClientRect() ?? new DOMRect();
    return { left: Math.round(x), middle: Math.round(y + height / 2) };
  });
  const path = `${PICTURES}${project.name}-shadow.png`;
  const brightness = async (x: number) => {
    const { data } = await sharp(path)
      .removeAlpha()
      .extract({ left: x, top: middle, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return data.reduce((sum, channel) => sum + channel, 0);
  };
  await expect
    .poll(async () => {
      await tab.shoot(path);
      return (await brightness(0)) - (await brightness(left - 1));
    })
    .toBeGreaterThan(5);
});
