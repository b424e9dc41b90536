/** Lists of pages for tests, from the table of routes: a new page is in them without another line. */
import { ROUTES } from '../../src/app/routes';
import type { Area, RouteRow } from '../../src/app/routes/row';

const ROWS: readonly RouteRow[] = ROUTES;

/** Pages that lead elsewhere by themselves, or have nothing to show without what their link carries. */
const ON_THE_WAY = new Set([
  '/encontrar-professor/loading',
  '/encontrar-professor/resultados',
  '/reset-password',
  '/confirmar-email',
  '/share',
  '/meus-pedidos',
  '/minhas-aulas',
  '/notificacoes',
  '/student',
  '/student/search',
  '/student/requests/new',
  '/teacher',
]);

/** Paths of an area that an address without parameters opens; of the public pages for null. */
export function pagesFor(area: Area | null): string[] {
  return ROWS.filter((row) => (row.area ?? null) === area && !row.path.includes(':'))
    .map(({ path }) => path)
    .filter((path) => !ON_THE_WAY.has(path));
}

/** Of the administration, with their titles. */
export const ADMIN_PAGES = ROWS.filter(
  ({ area, path }) => (area === 'admin' || area === 'admin-area') && !path.includes(':'),
).map(({ path, title }) => ({ path, title: title ?? '' }));

/** Paths that the build writes as HTML whatever the data are. */
export const PRERENDERED = ROWS.filter(({ prerender }) => prerender === 'page' || prerender === 'blog').map(
  ({ path }) => path,
);
