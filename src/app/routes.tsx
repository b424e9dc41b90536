import type { ComponentType } from 'react';
import * as searchPage from '@/pages/public/search-page';

export type LayoutName = 'public';

export interface AppRoute {
  path: string;
  /** Loads the page's module: every page is a chunk of its own. */
  load: () => Promise<{ default: ComponentType }>;
  /** For the document's title; null where the page finds it out itself. */
  title: string | null;
  layout: LayoutName;
}

/** THE table: what is not here does not exist, and nothing links to it. */
export const ROUTES = [
  {
    path: '/',
    load: () => import('@/pages/public/home-page'),
    title: 'Danceflix',
    layout: 'public',
  },
  {
    path: '/search',
    // In the entry: the app's icon opens here, and a page in chunks of its own costs a slow phone 100 ms more.
    load: async () => searchPage,
    title: 'Encontrar Professores de Dança',
    layout: 'public',
  },
  {
    path: '/teachers/:slugOrId',
    load: () => import('@/pages/public/teacher-page'),
    title: null,
    layout: 'public',
  },
  {
    path: '/pwa-test',
    load: () => import('@/pages/debug/pwa-test-page'),
    title: 'Teste do aplicativo',
    layout: 'public',
  },
  {
    path: '/debug/dance-styles',
    load: () => import('@/pages/debug/dance-styles-page'),
    title: 'Estilos de dança: aparelho e banco',
    layout: 'public',
  },
] as const satisfies readonly AppRoute[];

export const NOT_FOUND = {
  path: '*',
  load: () => import('@/pages/public/not-found-page'),
  title: 'Page not found',
  layout: 'public',
} as const satisfies AppRoute;

/** Paths without parameters that have a page: what links and navigation ask. */
export const PAGES: ReadonlySet<string> = new Set(
  ROUTES.map((route) => route.path).filter((path) => !path.includes(':')),
);
