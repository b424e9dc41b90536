import type { RouteRow } from './row';

/** The filters of a search (features/teachers/search/search-url.ts). */
const SEARCHED = [
  'name',
  'style',
  'city',
  'area',
  'when',
  'level',
  'place',
  'role',
  'couples',
  'access',
  'check',
  'page',
] as const;

export const PUBLIC_ROUTES = [
  { path: '/', module: 'pages/public/home-page', title: null, prerender: 'page' },
  {
    path: '/search',
    module: 'pages/public/search-page',
    title: 'Encontrar Professores de Dança',
    description:
      'Busque professores particulares de dança por nome, estilo e cidade. Perfis verificados, contato direto e sem taxa.',
    prerender: 'page',
    query: SEARCHED,
    next: ['/teachers/:slugOrId'],
  },
  {
    path: '/teachers/:slugOrId',
    module: 'pages/public/teacher-page',
    title: null,
    prerender: 'teachers',
    docked: true,
    next: ['/student/requests/new'],
  },
  { path: '/previa/:token', module: 'pages/public/preview-page', title: 'Prévia', indexed: false },
  {
    path: '/encontrar-professor',
    module: 'pages/public/lead-form-page',
    title: 'Receber uma indicação',
    description:
      'Conte sua cidade, o estilo que quer dançar e seus objetivos: indicamos o professor que mais combina com você.',
    next: ['/encontrar-professor/loading', '/encontrar-professor/resultados'],
  },
  {
    path: '/encontrar-professor/loading',
    module: 'pages/public/lead-loading-page',
    title: 'Procurando seu professor',
    indexed: false,
    next: ['/encontrar-professor/resultados'],
  },
  {
    path: '/encontrar-professor/resultados',
    module: 'pages/public/lead-results-page',
    title: 'Encontramos para você',
    indexed: false,
  },
  {
    path: '/denuncias',
    module: 'pages/public/reports-page',
    title: 'Acompanhar denúncia',
    indexed: false,
  },
  {
    path: '/duvidas',
    module: 'pages/public/faq-page',
    title: 'Dúvidas frequentes',
    description:
      'Quanto custa uma aula, como pagar, onde acontece, quem são os professores: respostas curtas sobre o Danceflix.',
    prerender: 'page',
  },
  {
    path: '/forro/:city',
    module: 'pages/public/landing-page',
    title: null,
    prerender: 'landings',
    query: SEARCHED,
  },
  {
    path: '/zouk/:city',
    module: 'pages/public/landing-page',
    title: null,
    prerender: 'landings',
    query: SEARCHED,
  },
  {
    path: '/samba/:city',
    module: 'pages/public/landing-page',
    title: null,
    prerender: 'landings',
    query: SEARCHED,
  },
  {
    path: '/aulas',
    module: 'pages/public/areas-page',
    title: null,
    prerender: 'page',
  },
  {
    path: '/aulas/:style/:city',
    module: 'pages/public/style-city-page',
    title: null,
    prerender: 'places',
    query: ['name', 'style', 'city', 'page'],
    next: ['/teachers/:slugOrId'],
  },
  {
    path: '/aulas-particulares-de-danca',
    module: 'pages/public/private-lessons-page',
    title: null,
    prerender: 'page',
  },
  {
    path: '/aprenda-a-dancar-com-professores-particulares',
    module: 'pages/public/learn-to-dance-page',
    title: null,
    prerender: 'page',
  },
  {
    path: '/cadastrar-professor',
    module: 'pages/public/become-teacher-page',
    title: 'Seja professor no Danceflix',
    description:
      'Dê aulas particulares de dança sem comissão: crie seu perfil, defina seu preço e receba pedidos de alunos da sua cidade.',
    prerender: 'page',
  },
  {
    path: '/campanha',
    module: 'pages/public/campaign-page',
    title: null,
    prerender: 'page',
  },
  {
    path: '/apoiadores',
    module: 'pages/public/supporters-page',
    title: null,
    prerender: 'page',
  },
  {
    path: '/patrocinadores',
    module: 'pages/public/sponsors-page',
    title: null,
    prerender: 'page',
  },
  {
    path: '/blog',
    module: 'pages/public/blog-page',
    title: 'Blog: aprender a dançar',
    description:
      'Como escolher professor, o que esperar da primeira aula, etiqueta de baile e conversas sobre forró, zouk e samba.',
    prerender: 'blog',
    query: ['categoria'],
  },
  { path: '/blog/:slug', module: 'pages/public/blog-post-page', title: null, prerender: 'articles' },
  {
    path: '/biblioteca-passos',
    module: 'pages/public/steps-page',
    title: 'Biblioteca de passos de dança',
    description:
      'Passos de forró, samba de gafieira, zouk e outros estilos explicados por nível, do básico ao avançado.',
    prerender: 'page',
    query: ['nivel', 'estilo', 'busca'],
  },
  {
    path: '/seguranca',
    module: 'pages/public/safety-page',
    title: 'Segurança',
    description:
      'Números de emergência, o que fazer em caso de assédio em uma aula ou em um baile, e como denunciar e bloquear alguém.',
    prerender: 'page',
  },
  {
    path: '/terms-of-use',
    module: 'pages/legal/terms-page',
    title: 'Termos de uso',
    description: 'As regras do Danceflix para alunos e professores, em linguagem clara.',
    prerender: 'page',
  },
  {
    path: '/privacy-policy',
    module: 'pages/legal/privacy-page',
    title: 'Política de privacidade',
    description: 'Quais dados o Danceflix usa, para quê, por quanto tempo e como você manda neles (LGPD).',
    prerender: 'page',
  },
  {
    path: '/acessibilidade',
    module: 'pages/legal/accessibility-page',
    title: 'Acessibilidade',
    description: 'O que o Danceflix faz para que todas as pessoas consigam usá-lo, e o que ainda falta.',
    prerender: 'page',
  },
  { path: '/economia-de-dados', module: 'pages/public/low-data-page', title: 'Economia de dados' },
  { path: '/convite/:token', module: 'pages/public/invitation-page', title: 'Convite', indexed: false },
  { path: '/share', module: 'pages/public/share-page', title: 'Link compartilhado', indexed: false },
] as const satisfies readonly RouteRow[];
