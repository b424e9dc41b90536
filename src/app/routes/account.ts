import type { RouteRow } from './row';

export const ACCOUNT_ROUTES = [
  { path: '/auth', module: 'pages/account/auth-page', title: 'Entrar ou cadastrar', layout: 'account' },
  { path: '/login', module: 'pages/account/login-page', title: 'Entrar', layout: 'account' },
  {
    path: '/register',
    module: 'pages/account/register-page',
    title: 'Crie sua conta gratuita',
    layout: 'account',
  },
  {
    path: '/forgot-password',
    module: 'pages/account/forgot-password-page',
    title: 'Recuperar senha',
    layout: 'account',
  },
  {
    path: '/reset-password',
    module: 'pages/account/reset-password-page',
    title: 'Nova senha',
    indexed: false,
    layout: 'account',
  },
  {
    path: '/confirmar-email',
    module: 'pages/account/confirm-email-page',
    title: 'Confirmar e-mail',
    indexed: false,
    layout: 'account',
  },
  {
    path: '/admin/login',
    module: 'pages/account/admin-login-page',
    title: 'Entrar na administração',
    indexed: false,
    layout: 'account',
  },
  { path: '/envios', module: 'pages/account/pending-page', title: 'Envios pendentes', indexed: false },
  { path: '/meus-pedidos', module: 'pages/account/own-place-pages', title: 'Pedidos', indexed: false },
  { path: '/minhas-aulas', module: 'pages/account/own-place-pages', title: 'Aulas', indexed: false },
  { path: '/notificacoes', module: 'pages/account/own-place-pages', title: 'Notificações', indexed: false },
] as const satisfies readonly RouteRow[];
