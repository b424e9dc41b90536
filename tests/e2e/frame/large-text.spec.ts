import { chromium, type Page } from '@playwright/test';
import { PATTERNS } from '../../../src/app/routes';
import { chromiumOptions, PHONE } from '../../support/chromium';
import { hiddenFields, illegible, indistinct, narrow } from '../../support/legible';
import { WAIT_LIMIT } from '../../support/limits';
import { pagesFor } from '../../support/pages';
import { AdminPages } from '../pages/admin-pages';
import { idOf, OwnPages, type Who } from '../pages/own-pages';
import type { Product } from '../support/product';
import { expect, test } from '../support/test';

/** Twice the default: the setting “muito grande” of a phone. */
const FONT = 32;
/** The smallest phone: what can be read here can be read on larger ones. */
const SCREEN = { width: 320, height: 568 };
const LANDSCAPE = { width: 800, height: 360 };
/** The part of the screen that an open keyboard leaves. */
const WITH_KEYBOARD = { width: 320, height: 300 };

/** Runs `use` in a browser whose default font is twice as large, as media queries see it too. */
async function withLargeText(baseURL: string, use: (page: Page) => Promise<void>): Promise<void> {
  const options = chromiumOptions('headless-shell');
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--blink-settings=defaultFontSize=${FONT}`],
  });
  try {
    const context = await browser.newContext({
      ...{ ...PHONE, viewport: SCREEN },
      ...{ baseURL, serviceWorkers: 'block', reducedMotion: 'reduce' },
    });
    context.setDefaultTimeout(WAIT_LIMIT);
    const page = await context.newPage();
    await page.goto('/duvidas');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${FONT}px`);
    const isWide = `(min-width: ${SCREEN.width / FONT + 1}em)`;
    expect(await page.evaluate((query) => matchMedia(query).matches, isWide)).toBe(false);
    await use(page);
  } finally {
    await browser.close();
  }
}

/** The faults of each path; paths without a fault are left out. */
async function walk(page: Page, paths: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    await page.setViewportSize(SCREEN);
    await page.goto(path);
    await expect(page.locator('#root main').first(), path).not.toBeEmpty();
    await expect(page.locator('main [aria-busy="true"]'), path).toHaveCount(0);
    const faults = await illegible(page);
    // Tables of administrators scroll sideways, and their columns are narrow.
    if (!path.startsWith('/admin')) faults.push(...(await narrow(page)));
    await page.setViewportSize(LANDSCAPE);
    faults.push(...(await illegible(page)).map((fault) => `in landscape, ${fault}`));
    await page.setViewportSize(WITH_KEYBOARD);
    faults.push(...(await hiddenFields(page)).map((fault) => `with a keyboard, ${fault}`));
    await page.setViewportSize(SCREEN);
    faults.push(...(await indistinct(page)));
    if (faults.length > 0) found[path] = [...new Set(faults)];
  }
  return found;
}

async function enter(page: Page, who: 'visitor' | 'admin' | Who): Promise<void> {
  if (who === 'admin') await new AdminPages(page).enter();
  else if (who !== 'visitor') await new OwnPages(page).enter(who);
}

/** Some of each kind of page: a list, a form, a profile, a text, a table. */
const SAMPLE = {
  visitor: [
    '/',
    '/search?style=Zouk',
    '/teachers/marina-couto',
    '/comunidade',
    '/login',
    '/register',
    '/blog/etiqueta-de-baile',
  ],
  student: [
    '/student/home',
    '/student/requests/new?professor=marina-couto',
    '/student/profile-enhanced',
    '/teachers/marina-couto',
    '/comunidade/divulgar',
    '/comunidade/eventos/baile-da-zabumba',
  ],
  teacher: ['/teacher/home', '/teacher/profile', '/teacher/configurations'],
  admin: ['/admin', '/admin/teachers'],
} as const;

for (const who of ['visitor', 'student', 'teacher', 'admin'] as const) {
  test(`[T062] with text at twice the size, a keyboard and forced colours, the main pages can be read and used by: ${who}`, {
    tag: who === 'student' ? [] : '@full',
  }, async ({ baseURL }) => {
    await withLargeText(baseURL ?? '', async (page) => {
      await enter(page, who);
      expect(await walk(page, SAMPLE[who])).toEqual({});
    });
  });
}

const EXAMPLES: Record<string, string> = {
  '/teachers/:slugOrId': '/teachers/marina-couto',
  '/blog/:slug': '/blog/etiqueta-de-baile',
  '/forro/:city': '/forro/vitoria',
  '/zouk/:city': '/zouk/sao-paulo',
  '/samba/:city': '/samba/rio-de-janeiro',
  '/aulas/:style/:city': '/aulas/bolero/sao-paulo',
  '/comunidade/eventos/:slug': '/comunidade/eventos/baile-da-zabumba',
};

/** The addresses of routes with a parameter, as the demo data fill them. */
async function withParameters(product: Product): Promise<Record<string, string>> {
  const one = async (sql: string) => (await product.sql<{ id: string }>(sql))[0]?.id ?? '';
  const requestOf = (who: Who) =>
    one(`select id from public.lesson_requests where ${who}_id = ${idOf(who)} order by id limit 1`);
  const student = await requestOf('student');
  const teacher = await requestOf('teacher');
  return {
    ...EXAMPLES,
    '/student/requests/:id': `/student/requests/${student}`,
    '/student/evaluations/:requestId': `/student/evaluations/${student}`,
    '/teacher/requests/:id': `/teacher/requests/${teacher}`,
    '/teacher/evaluations/:requestId': `/teacher/evaluations/${teacher}`,
    '/comunidade/bailudo/:id': `/comunidade/bailudo/${await one("select id from public.content_items where kind = 'dancer' and not _deleted limit 1")}`,
    '/admin/teachers/:id': `/admin/teachers/${await one(`select ${idOf('teacher')} as id`)}`,
    '/admin/blog/edit/:id': `/admin/blog/edit/${await one('select id from public.blog_posts limit 1')}`,
  };
}

const AREAS = {
  visitor: [null],
  student: ['student'],
  teacher: ['teacher'],
  admin: ['admin-area', 'admin'],
} as const;

for (const who of ['visitor', 'student', 'teacher', 'admin'] as const) {
  test(`with text at twice the size, a keyboard and forced colours, every page can be read and used by: ${who}`, {
    tag: '@full',
  }, async ({ baseURL, product }) => {
    test.setTimeout(900_000);
    const examples = await withParameters(product);
    const begins = who === 'visitor' ? /^\/(?!student|teacher\/|admin)/ : new RegExp(`^/${who}/`);
    const filled = PATTERNS.filter((path) => path.includes(':') && begins.test(path)).map(
      (path) => examples[path] ?? path.replace(/:\w+/, 'ninguem'),
    );
    await withLargeText(baseURL ?? '', async (page) => {
      await enter(page, who);
      expect(await walk(page, [...AREAS[who].flatMap((area) => pagesFor(area)), ...filled])).toEqual({});
    });
  });
}
