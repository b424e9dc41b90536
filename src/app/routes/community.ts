import type { RouteRow } from './row';

export const COMMUNITY_ROUTES = [
  {
    path: '/comunidade',
    module: 'pages/community/hub-page',
    title: 'Comunidade',
    description: 'Eventos, recados e gente que dança: a comunidade do Danceflix.',
    prerender: 'page',
  },
  {
    path: '/comunidade/mural',
    module: 'pages/community/mural-page',
    title: 'Mural',
    description: 'Convites, dúvidas e conquistas de quem dança, em poucas palavras.',
  },
  {
    path: '/comunidade/eventos',
    module: 'pages/community/events-page',
    title: null,
    prerender: 'page',
    query: ['evento', 'tipo', 'cidade', 'estilo'],
  },
  {
    path: '/comunidade/eventos/:slug',
    module: 'pages/community/events-page',
    title: null,
    prerender: 'events',
    query: ['data'],
  },
  {
    path: '/comunidade/divulgar',
    module: 'pages/community/propose-event-page',
    title: 'Divulgar um baile',
    indexed: false,
  },
  {
    path: '/comunidade/pares',
    module: 'pages/community/partners-page',
    title: 'Procuro par',
    indexed: false,
  },
  {
    path: '/festivais-forro',
    module: 'pages/community/collection-pages',
    title: 'Festivais de Forró',
    description: 'Os próximos festivais de forró no Brasil: datas, lugares, preços e como chegar à roda.',
    prerender: 'page',
  },
  {
    path: '/congressos-samba',
    module: 'pages/community/collection-pages',
    title: 'Congressos de Samba',
    description: 'Os próximos congressos de samba de gafieira, samba rock e samba no pé no Brasil.',
    prerender: 'page',
  },
  {
    path: '/congressos-zouk',
    module: 'pages/community/collection-pages',
    title: 'Congressos de Zouk',
    description: 'Os próximos congressos de zouk brasileiro: datas, lugares e preços.',
    prerender: 'page',
  },
  { path: '/comunidade/bailudos', module: 'pages/community/dancers-page', title: 'Bailudos' },
  { path: '/comunidade/bailudo/:id', module: 'pages/community/dancer-pages', title: null },
] as const satisfies readonly RouteRow[];
