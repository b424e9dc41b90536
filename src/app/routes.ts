/**
 * THE table of routes: a page that is not in it does not exist. Plain data, so that the build and the tests can read it
 * too. Area, layout, prerendering, sitemap, the type of links and the lists of pages in tests are all derived from it.
 */
import { ACCOUNT_ROUTES } from './routes/account';
import { ADMIN_ROUTES } from './routes/admin';
import { COMMUNITY_ROUTES } from './routes/community';
import { DEBUG_ROUTES } from './routes/debug';
import { PUBLIC_ROUTES } from './routes/public';
import type { RouteRow } from './routes/row';
import { STUDENT_ROUTES } from './routes/student';
import { TEACHER_ROUTES } from './routes/teacher';

export const ROUTES = [
  ...PUBLIC_ROUTES,
  ...COMMUNITY_ROUTES,
  ...ACCOUNT_ROUTES,
  ...STUDENT_ROUTES,
  ...TEACHER_ROUTES,
  ...ADMIN_ROUTES,
  ...DEBUG_ROUTES,
] as const;

declare module '@/lib/paths' {
  interface Routes {
    path: (typeof ROUTES)[number]['path'];
  }
}

export const NOT_FOUND = {
  path: '*',
  module: 'pages/public/not-found-page',
  title: 'Page not found',
} as const satisfies RouteRow;

export const PATTERNS: readonly string[] = ROUTES.map((route) => route.path);
