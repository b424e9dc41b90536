import { mkdirSync } from 'node:fs';
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
] as const;

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
    if (overflow > 0) wide.push(`${path}: ${overflow} px`);
    await settled(tab);
    await tab.shoot(`${PICTURES}${project.name}${path.replaceAll(/\W+/g, '-')}.png`);
  }
  expect(wide).toEqual([]);
  expect(phone.errors).toEqual([]);
});
