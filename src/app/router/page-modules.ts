import type { ComponentType } from 'react';
import SearchPage from '@/pages/public/search-page';
import type { RouteRow } from '../routes/row';
import { keepGuess } from '../start/guesses';
import type { PageModule } from './admin-modules';

const FILES = import.meta.glob<PageModule>([
  '/src/pages/**/*-{page,pages}.tsx',
  '!/src/pages/public/search-page.tsx',
  '!/src/pages/{account,admin,debug,legal,student,teacher}/**',
  '!/src/pages/community/{collection-pages,dancer-pages,dancers-page,partners-page,hub-page,mural-page,propose-event-page}.tsx',
  '!/src/pages/public/{campaign,invitation,low-data,preview,reports,safety,share,sponsors,supporters}-page.tsx',
]);
/** Modules whose tables are lazy parts of their own. */
const OF_ADMINS = /^pages\/(admin|debug)\//;
/** But for the page of unsent writes, which opens offline after a first short visit (scripts/build/core-files.ts). */
const OWN = /^pages\/(account(?!\/pending-page)|student|teacher)\//;

async function filesWith(module: string): Promise<Record<string, () => Promise<PageModule>>> {
  if (`/src/${module}.tsx` in FILES) return FILES;
  if (OF_ADMINS.test(module)) return (await import('./admin-modules')).ADMIN_FILES;
  if (OWN.test(module)) return (await import('./own-modules')).OWN_FILES;
  return (await import('./seldom-modules')).SELDOM_FILES;
}

/** Loads the component of a route. Rejects when its code does not load. */
export async function loadPage({ path, module }: RouteRow): Promise<ComponentType> {
  // In the entry chunk: the app's icon opens here, and a page in chunks of its own costs a slow phone 100 ms more.
  if (module === 'pages/public/search-page') return SearchPage;
  const inGuess = keepGuess();
  const files = await filesWith(module);
  const found = await inGuess(() => files[`/src/${module}.tsx`]?.());
  const page = found && ('PAGES' in found ? found.PAGES[path] : found.default);
  if (!page) throw new Error(`${path}: ${module} holds no page for it`);
  return page;
}
