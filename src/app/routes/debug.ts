import type { RouteRow } from './row';

export const DEBUG_ROUTES = [
  { path: '/teste', module: 'pages/debug/self-check-page', title: 'Teste do Danceflix' },
  { path: '/test-validation', module: 'pages/debug/test-validation-page', title: 'Teste de validação' },
  { path: '/pwa-test', module: 'pages/debug/pwa-test-page', title: 'Teste do aplicativo', indexed: false },
  {
    path: '/debug/dance-styles',
    module: 'pages/debug/dance-styles-page',
    title: 'Estilos de dança: aparelho e banco',
    indexed: false,
  },
] as const satisfies readonly RouteRow[];
