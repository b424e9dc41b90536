import type { ComponentType } from 'react';
import * as searchPage from '@/pages/public/search-page';

export type LayoutName = 'public' | 'account';

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
    path: '/encontrar-professor',
    load: () => import('@/pages/public/lead-form-page'),
    title: 'Encontre o professor ideal',
    layout: 'public',
  },
  {
    path: '/encontrar-professor/loading',
    load: () => import('@/pages/public/lead-loading-page'),
    title: 'Procurando seu professor',
    layout: 'public',
  },
  {
    path: '/encontrar-professor/resultados',
    load: () => import('@/pages/public/lead-results-page'),
    title: 'Encontramos para você',
    layout: 'public',
  },
  {
    path: '/comunidade',
    load: () => import('@/pages/community/hub-page'),
    title: 'Comunidade',
    layout: 'public',
  },
  {
    path: '/comunidade/mural',
    load: () => import('@/pages/community/mural-page'),
    title: 'Mural',
    layout: 'public',
  },
  {
    path: '/comunidade/eventos',
    load: () => import('@/pages/community/events-page'),
    title: 'Eventos de dança',
    layout: 'public',
  },
  {
    path: '/festivais-forro',
    load: () => import('@/pages/community/forro-festivals-page'),
    title: 'Festivais de Forró',
    layout: 'public',
  },
  {
    path: '/congressos-samba',
    load: () => import('@/pages/community/samba-congresses-page'),
    title: 'Congressos de Samba',
    layout: 'public',
  },
  {
    path: '/congressos-zouk',
    load: () => import('@/pages/community/zouk-congresses-page'),
    title: 'Congressos de Zouk',
    layout: 'public',
  },
  {
    path: '/auth',
    load: () => import('@/pages/account/auth-page'),
    title: 'Entrar ou cadastrar',
    layout: 'account',
  },
  {
    path: '/login',
    load: () => import('@/pages/account/login-page'),
    title: 'Entrar',
    layout: 'account',
  },
  {
    path: '/register',
    load: () => import('@/pages/account/register-page'),
    title: 'Crie sua conta gratuita',
    layout: 'account',
  },
  {
    path: '/forgot-password',
    load: () => import('@/pages/account/forgot-password-page'),
    title: 'Recuperar senha',
    layout: 'account',
  },
  {
    path: '/reset-password',
    load: () => import('@/pages/account/reset-password-page'),
    title: 'Nova senha',
    layout: 'account',
  },
  {
    path: '/admin/login',
    load: () => import('@/pages/account/admin-login-page'),
    title: 'Entrar na administração',
    layout: 'account',
  },
  {
    path: '/envios',
    load: () => import('@/pages/account/pending-page'),
    title: 'Envios pendentes',
    layout: 'public',
  },
  {
    path: '/terms-of-use',
    load: () => import('@/pages/legal/terms-page'),
    title: 'Termos de uso',
    layout: 'public',
  },
  {
    path: '/privacy-policy',
    load: () => import('@/pages/legal/privacy-page'),
    title: 'Política de privacidade',
    layout: 'public',
  },
  {
    path: '/student',
    load: () => import('@/pages/student/index-page'),
    title: 'Início',
    layout: 'public',
  },
  {
    path: '/student/home',
    load: () => import('@/pages/student/home-page'),
    title: 'Início',
    layout: 'public',
  },
  {
    path: '/student/configurations',
    load: () => import('@/pages/student/configurations-page'),
    title: 'Configurações',
    layout: 'public',
  },
  {
    path: '/student/notifications',
    load: () => import('@/pages/student/notifications-page'),
    title: 'Notificações',
    layout: 'public',
  },
  {
    path: '/student/requests',
    load: () => import('@/pages/student/requests-page'),
    title: 'Pedidos',
    layout: 'public',
  },
  {
    path: '/student/requests/new',
    load: () => import('@/pages/student/new-request-page'),
    title: 'Pedir aula',
    layout: 'public',
  },
  {
    path: '/student/requests/:id',
    load: () => import('@/pages/student/request-page'),
    title: 'Pedido de aula',
    layout: 'public',
  },
  {
    path: '/student/evaluations/:requestId',
    load: () => import('@/pages/student/evaluation-page'),
    title: 'Avaliação',
    layout: 'public',
  },
  {
    path: '/teacher',
    load: () => import('@/pages/teacher/index-page'),
    title: 'Início',
    layout: 'public',
  },
  {
    path: '/teacher/home',
    load: () => import('@/pages/teacher/home-page'),
    title: 'Início',
    layout: 'public',
  },
  {
    path: '/teacher/configurations',
    load: () => import('@/pages/teacher/configurations-page'),
    title: 'Configurações',
    layout: 'public',
  },
  {
    path: '/teacher/notifications',
    load: () => import('@/pages/teacher/notifications-page'),
    title: 'Notificações',
    layout: 'public',
  },
  {
    path: '/teacher/requests',
    load: () => import('@/pages/teacher/requests-page'),
    title: 'Pedidos',
    layout: 'public',
  },
  {
    path: '/teacher/requests/:id',
    load: () => import('@/pages/teacher/request-page'),
    title: 'Pedido de aula',
    layout: 'public',
  },
  {
    path: '/teacher/evaluations/:requestId',
    load: () => import('@/pages/teacher/evaluation-page'),
    title: 'Avaliação',
    layout: 'public',
  },
  {
    path: '/admin',
    load: () => import('@/pages/admin/home-page'),
    title: 'Administração',
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
