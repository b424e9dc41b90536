import type { ComponentType } from 'react';
import SearchPage from '@/pages/public/search-page';
import type { RouteRow } from '../routes/row';

/** A module with one page, or with several by their paths. */
type PageModule = { default: ComponentType } | { PAGES: Readonly<Record<string, ComponentType>> };

const FILES = import.meta.glob<PageModule>([
  '/src/pages/**/*-{page,pages}.tsx',
  '!/src/pages/public/search-page.tsx',
]);

/** Loads the component of a route. Rejects when its code does not load. */
export async function loadPage({ path, module }: RouteRow): Promise<ComponentType> {
  // In the entry chunk: the app's icon opens here, and a page in chunks of its own costs a slow phone 100 ms more.
  if (module === 'pages/public/search-page') return SearchPage;
  const found = await FILES[`/src/${module}.tsx`]?.();
  const page = found && ('PAGES' in found ? found.PAGES[path] : found.default);
  if (!page) throw new Error(`${path}: ${module} holds no page for it`);
  return page;
}
