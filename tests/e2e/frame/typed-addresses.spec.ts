/** Every address of the route table is opened by itself, as when it is typed, shared or stored as a bookmark. */
import { ROUTES } from '../../../src/app/routes';
import type { Area, RouteRow } from '../../../src/app/routes/row';
import { idOf } from '../pages/own-pages';
import { type Account, signedIn } from '../support/signed-in';
import { expect, test } from '../support/test';

/** Who opens the pages of which areas. */
const AREAS: [Account | null, (Area | undefined)[]][] = [
  [null, [undefined]],
  [{ email: 'aluno@danceflix.test', password: 'danceflix-aluno' }, ['student']],
  [{ email: 'professor@danceflix.test', password: 'danceflix-professor' }, ['teacher']],
  [null, ['admin', 'admin-area']],
];

test('every address of the route table is a page by itself', { tag: '@full' }, async ({ page, product }) => {
  const one = async (sql: string) =>
    Object.values((await product.sql<Record<string, string>>(sql))[0] ?? {})[0] ?? '';
  const own = (side: 'student' | 'teacher', status = '%') =>
    one(`select id::text from public.lesson_requests
      where ${side}_id = ${idOf(side)} and status like '${status}' order by request_date limit 1`);
  const dancer = await one(
    `select slug from public.content_items where kind = 'dancer' and not _deleted limit 1`,
  );
  const named: Record<string, string> = {
    '/teachers/:slugOrId': 'marina-couto',
    '/forro/:city': 'vitoria',
    '/zouk/:city': 'vitoria',
    '/samba/:city': 'vitoria',
    '/aulas/:style/:city': 'bolero/sao-paulo',
    '/comunidade/eventos/:slug': await one(
      `select slug from public.content_items where kind = 'event' and not _deleted limit 1`,
    ),
    '/comunidade/bailudo/:id': dancer,
    '/student/profile/:slugOrId': dancer,
    '/blog/:slug': await one(`select slug from public.blog_posts where status = 'published' limit 1`),
    '/student/requests/:id': await own('student'),
    '/student/evaluations/:requestId': await own('student', 'Aceito'),
    '/teacher/requests/:id': await own('teacher'),
    '/teacher/evaluations/:requestId': await own('teacher', 'Aceito'),
    '/admin/teachers/:id': await one(`select ${idOf('teacher')}::text`),
    '/admin/blog/edit/:id': await one('select id::text from public.blog_posts limit 1'),
  };
  const seen: string[] = [];
  for (const [account, areas] of AREAS) {
    if (account) await signedIn(page, account);
    for (const route of ROUTES.filter((row: RouteRow) => areas.includes(row.area))) {
      const given = named[route.path];
      expect(route.path.includes(':') && !given ? `${route.path} has no example here` : null).toBeNull();
      const path = route.path.replace(/:.*$/, given ?? '');
      seen.push(route.path);
      // Drawn in admin-frame.spec.ts.
      const isOffice = areas.includes('admin');
      const answer = isOffice
        ? await page.request.get(path, { headers: { accept: 'text/html' } })
        : await page.goto(path, { waitUntil: 'commit' });
      expect([path, answer?.status(), answer?.headers()['content-type']]).toEqual([
        path,
        200,
        expect.stringContaining('text/html'),
      ]);
      if (isOffice) continue;
      await expect(page.locator('main h1').first(), path).toBeVisible();
      await expect(page.getByText('Oops! Page not found', { exact: true }), path).toHaveCount(0);
    }
  }
  expect(seen.sort()).toEqual(ROUTES.map(({ path }) => path as string).sort());
});
