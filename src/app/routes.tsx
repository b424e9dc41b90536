import type { ComponentType } from 'react';
import * as searchPage from '@/pages/public/search-page';

export type LayoutName = 'public' | 'account' | 'admin';

export interface AppRoute {
  path: string;
  /** Loads the page's module: every page is a chunk of its own. */
  load: () => Promise<{ default: ComponentType }>;
  /** Of the document's head, without the site's name; null where the page draws its own head. */
  title: string | null;
  /** For search engines and shared links; without one the site's own. */
  description?: string;
  /** False keeps a public page out of search engines. */
  indexed?: false;
  layout: LayoutName;
  /** Paths in this table where most people go from here: their chunks are on the phone before the tap. */
  next?: readonly string[];
}

/** THE table: what is not here does not exist, and nothing links to it. */
export const ROUTES = [
  {
    path: '/',
    load: () => import('@/pages/public/home-page'),
    title: null,
    layout: 'public',
  },
  {
    path: '/search',
    // In the entry: the app's icon opens here, and a page in chunks of its own costs a slow phone 100 ms more.
    load: async () => searchPage,
    title: 'Encontrar Professores de Dança',
    description:
      'Busque professores particulares de dança por nome, estilo e cidade. Perfis verificados, contato direto e sem taxa.',
    layout: 'public',
    next: ['/teachers/:slugOrId'],
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
    description:
      'Conte sua cidade, o estilo que quer dançar e seus objetivos: indicamos o professor que mais combina com você.',
    layout: 'public',
    next: ['/encontrar-professor/loading', '/encontrar-professor/resultados'],
  },
  {
    path: '/encontrar-professor/loading',
    load: () => import('@/pages/public/lead-loading-page'),
    title: 'Procurando seu professor',
    indexed: false,
    layout: 'public',
    next: ['/encontrar-professor/resultados'],
  },
  {
    path: '/encontrar-professor/resultados',
    load: () => import('@/pages/public/lead-results-page'),
    title: 'Encontramos para você',
    indexed: false,
    layout: 'public',
  },
  {
    path: '/duvidas',
    load: () => import('@/pages/public/faq-page'),
    title: 'Dúvidas frequentes',
    description:
      'Quanto custa uma aula, como pagar, onde acontece, quem são os professores: respostas curtas sobre o Danceflix.',
    layout: 'public',
  },
  {
    path: '/forro/:city',
    load: () => import('@/pages/public/landing-page'),
    title: null,
    layout: 'public',
  },
  {
    path: '/zouk/:city',
    load: () => import('@/pages/public/landing-page'),
    title: null,
    layout: 'public',
  },
  {
    path: '/samba/:city',
    load: () => import('@/pages/public/landing-page'),
    title: null,
    layout: 'public',
  },
  {
    path: '/aulas-particulares-de-danca',
    load: () => import('@/pages/public/private-lessons-page'),
    title: null,
    layout: 'public',
  },
  {
    path: '/aprenda-a-dancar-com-professores-particulares',
    load: () => import('@/pages/public/learn-to-dance-page'),
    title: null,
    layout: 'public',
  },
  {
    path: '/cadastrar-professor',
    load: () => import('@/pages/public/become-teacher-page'),
    title: 'Seja professor no Danceflix',
    description:
      'Dê aulas particulares de dança sem comissão: crie seu perfil, defina seu preço e receba pedidos de alunos da sua cidade.',
    layout: 'public',
  },
  {
    path: '/campanha',
    load: () => import('@/pages/public/campaign-page'),
    title: 'Campanha de apoio',
    description:
      'Quanto custa apoiar o Danceflix por mês, o que cada nível traz e quantos lugares de patrocínio ainda estão livres.',
    layout: 'public',
  },
  {
    path: '/apoiadores',
    load: () => import('@/pages/public/supporters-page'),
    title: 'Apoiadores',
    description:
      'As pessoas que apoiam o Danceflix todo mês e mantêm a busca por professores de dança grátis para todos.',
    layout: 'public',
  },
  {
    path: '/patrocinadores',
    load: () => import('@/pages/public/sponsors-page'),
    title: 'Patrocinadores',
    description: 'As marcas que patrocinam o Danceflix, por nível, e os lugares que ainda estão livres.',
    layout: 'public',
  },
  {
    path: '/comunidade',
    load: () => import('@/pages/community/hub-page'),
    title: 'Comunidade',
    description: 'Eventos, recados e gente que dança: a comunidade do Danceflix.',
    layout: 'public',
  },
  {
    path: '/comunidade/mural',
    load: () => import('@/pages/community/mural-page'),
    title: 'Mural',
    description: 'Convites, dúvidas e conquistas de quem dança, em poucas palavras.',
    layout: 'public',
  },
  {
    path: '/comunidade/eventos',
    load: () => import('@/pages/community/events-page'),
    title: null,
    layout: 'public',
  },
  {
    path: '/festivais-forro',
    load: () => import('@/pages/community/forro-festivals-page'),
    title: 'Festivais de Forró',
    description: 'Os próximos festivais de forró no Brasil: datas, lugares, preços e como chegar à roda.',
    layout: 'public',
  },
  {
    path: '/congressos-samba',
    load: () => import('@/pages/community/samba-congresses-page'),
    title: 'Congressos de Samba',
    description: 'Os próximos congressos de samba de gafieira, samba rock e samba no pé no Brasil.',
    layout: 'public',
  },
  {
    path: '/congressos-zouk',
    load: () => import('@/pages/community/zouk-congresses-page'),
    title: 'Congressos de Zouk',
    description: 'Os próximos congressos de zouk brasileiro: datas, lugares e preços.',
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
    indexed: false,
    layout: 'account',
  },
  {
    path: '/confirmar-email',
    load: () => import('@/pages/account/confirm-email-page'),
    title: 'Confirmar e-mail',
    indexed: false,
    layout: 'account',
  },
  {
    path: '/admin/login',
    load: () => import('@/pages/account/admin-login-page'),
    title: 'Entrar na administração',
    indexed: false,
    layout: 'account',
  },
  {
    path: '/envios',
    load: () => import('@/pages/account/pending-page'),
    title: 'Envios pendentes',
    indexed: false,
    layout: 'public',
  },
  {
    path: '/blog',
    load: () => import('@/pages/public/blog-page'),
    title: 'Blog: aprender a dançar',
    description:
      'Como escolher professor, o que esperar da primeira aula, etiqueta de baile e conversas sobre forró, zouk e samba.',
    layout: 'public',
  },
  {
    path: '/blog/:slug',
    load: () => import('@/pages/public/blog-post-page'),
    title: null,
    layout: 'public',
  },
  {
    path: '/biblioteca-passos',
    load: () => import('@/pages/public/steps-page'),
    title: 'Biblioteca de passos de dança',
    description:
      'Passos de forró, samba de gafieira, zouk e outros estilos explicados por nível, do básico ao avançado.',
    layout: 'public',
  },
  {
    path: '/terms-of-use',
    load: () => import('@/pages/legal/terms-page'),
    title: 'Termos de uso',
    description: 'As regras do Danceflix para alunos e professores, em linguagem clara.',
    layout: 'public',
  },
  {
    path: '/privacy-policy',
    load: () => import('@/pages/legal/privacy-page'),
    title: 'Política de privacidade',
    description: 'Quais dados o Danceflix usa, para quê, por quanto tempo e como você manda neles (LGPD).',
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
    path: '/student/favourites',
    load: () => import('@/pages/student/favourites-page'),
    title: 'Meus professores',
    layout: 'public',
  },
  {
    path: '/student/search',
    load: () => import('@/pages/student/search-redirect-page'),
    title: 'Buscar',
    layout: 'public',
  },
  {
    path: '/student/profile',
    load: () => import('@/pages/student/profile-page'),
    title: 'Resumo do perfil',
    layout: 'public',
  },
  {
    path: '/student/profile/:slugOrId',
    load: () => import('@/pages/student/public-profile-page'),
    title: null,
    layout: 'public',
  },
  {
    path: '/student/profile-enhanced',
    load: () => import('@/pages/student/profile-enhanced-page'),
    title: 'Seu perfil',
    layout: 'public',
  },
  {
    path: '/student/profile-preview',
    load: () => import('@/pages/student/profile-preview-page'),
    title: 'Prévia do perfil',
    layout: 'public',
  },
  {
    path: '/student/progresso',
    load: () => import('@/pages/student/progress-page'),
    title: 'Seu progresso',
    layout: 'public',
  },
  {
    path: '/student/tips',
    load: () => import('@/pages/student/tips-page'),
    title: 'Dicas para dançar melhor',
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
    next: ['/student/requests/:id'],
  },
  {
    path: '/student/requests/new',
    load: () => import('@/pages/student/new-request-page'),
    title: 'Pedir aula',
    layout: 'public',
    next: ['/student/requests/:id'],
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
    path: '/comunidade/bailudos',
    load: () => import('@/pages/community/dancers-page'),
    title: 'Bailudos',
    layout: 'public',
  },
  {
    path: '/comunidade/bailudo/:id',
    load: () => import('@/pages/community/dancer-page'),
    title: null,
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
    path: '/teacher/profile',
    load: () => import('@/pages/teacher/profile-page'),
    title: 'Seu perfil',
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
    next: ['/teacher/requests/:id'],
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
    layout: 'admin',
  },
  {
    path: '/admin/teachers',
    load: () => import('@/pages/admin/teachers-page'),
    title: 'Professores',
    layout: 'admin',
  },
  {
    path: '/admin/teachers/:id',
    load: () => import('@/pages/admin/teacher-page'),
    title: 'Professor',
    layout: 'admin',
  },
  {
    path: '/admin/students',
    load: () => import('@/pages/admin/students-page'),
    title: 'Ranking de alunos',
    layout: 'admin',
  },
  {
    path: '/admin/students/list',
    load: () => import('@/pages/admin/student-list-page'),
    title: 'Alunos',
    layout: 'admin',
  },
  {
    path: '/admin/supporters',
    load: () => import('@/pages/admin/supporters-page'),
    title: 'Apoiadores',
    layout: 'admin',
  },
  {
    path: '/admin/investors',
    load: () => import('@/pages/admin/investors-page'),
    title: 'Investidores',
    layout: 'admin',
  },
  {
    path: '/admin/migrate-slugs',
    load: () => import('@/pages/admin/migrate-slugs-page'),
    title: 'Migrar URLs',
    layout: 'admin',
  },
  {
    path: '/admin/eventos',
    load: () => import('@/pages/admin/events-page'),
    title: 'Eventos',
    layout: 'admin',
  },
  {
    path: '/admin/steps',
    load: () => import('@/pages/admin/steps-page'),
    title: 'Passos de Dança',
    layout: 'admin',
  },
  {
    path: '/admin/cities',
    load: () => import('@/pages/admin/cities-page'),
    title: 'Cidades',
    layout: 'admin',
  },
  {
    path: '/admin/dance-styles',
    load: () => import('@/pages/admin/dance-styles-page'),
    title: 'Estilos de Dança',
    layout: 'admin',
  },
  {
    path: '/admin/test-data',
    load: () => import('@/pages/admin/test-data-page'),
    title: 'Dados de Teste',
    layout: 'admin',
  },
  {
    path: '/admin/blog',
    load: () => import('@/pages/admin/blog-page'),
    title: 'Blog',
    layout: 'admin',
  },
  {
    path: '/admin/blog/new',
    load: () => import('@/pages/admin/blog-new-page'),
    title: 'Novo artigo',
    layout: 'admin',
  },
  {
    path: '/admin/blog/edit/:id',
    load: () => import('@/pages/admin/blog-edit-page'),
    title: 'Editar artigo',
    layout: 'admin',
  },
  {
    path: '/admin/blog/categories',
    load: () => import('@/pages/admin/blog-categories-page'),
    title: 'Categorias do blog',
    layout: 'admin',
  },
  {
    path: '/admin/bulk-notifications',
    load: () => import('@/pages/admin/bulk-notifications-page'),
    title: 'Enviar notificações',
    layout: 'admin',
  },
  {
    path: '/admin/requests',
    load: () => import('@/pages/admin/requests-page'),
    title: 'Pedidos de aula',
    layout: 'admin',
  },
  {
    path: '/admin/evaluations',
    load: () => import('@/pages/admin/evaluations-page'),
    title: 'Avaliações',
    layout: 'admin',
  },
  {
    path: '/admin/leads',
    load: () => import('@/pages/admin/leads-page'),
    title: 'Indicações',
    layout: 'admin',
  },
  {
    path: '/admin/reports',
    load: () => import('@/pages/admin/reports-page'),
    title: 'Denúncias',
    layout: 'admin',
  },
  {
    path: '/admin/audit',
    load: () => import('@/pages/admin/audit-page'),
    title: 'Auditoria',
    layout: 'admin',
  },
  {
    path: '/admin/settings',
    load: () => import('@/pages/admin/settings-page'),
    title: 'Configurações',
    layout: 'admin',
  },
  {
    path: '/admin/notifications',
    load: () => import('@/pages/admin/notifications-page'),
    title: 'Notificações',
    layout: 'admin',
  },
  {
    path: '/teste',
    load: () => import('@/pages/debug/self-check-page'),
    title: 'Teste do Danceflix',
    layout: 'public',
  },
  {
    path: '/test-validation',
    load: () => import('@/pages/debug/test-validation-page'),
    title: 'Teste de validação',
    layout: 'public',
  },
  {
    path: '/economia-de-dados',
    load: () => import('@/pages/public/low-data-page'),
    title: 'Economia de dados',
    layout: 'public',
  },
  {
    path: '/share',
    load: () => import('@/pages/public/share-page'),
    title: 'Link compartilhado',
    indexed: false,
    layout: 'public',
  },
  {
    path: '/meus-pedidos',
    load: () => import('@/pages/account/own-requests-page'),
    title: 'Pedidos',
    indexed: false,
    layout: 'public',
  },
  {
    path: '/notificacoes',
    load: () => import('@/pages/account/own-notifications-page'),
    title: 'Notificações',
    indexed: false,
    layout: 'public',
  },
  {
    path: '/pwa-test',
    load: () => import('@/pages/debug/pwa-test-page'),
    title: 'Teste do aplicativo',
    indexed: false,
    layout: 'public',
  },
  {
    path: '/debug/dance-styles',
    load: () => import('@/pages/debug/dance-styles-page'),
    title: 'Estilos de dança: aparelho e banco',
    indexed: false,
    layout: 'public',
  },
] as const satisfies readonly AppRoute[];

export const NOT_FOUND = {
  path: '*',
  load: () => import('@/pages/public/not-found-page'),
  title: 'Page not found',
  layout: 'public',
} as const satisfies AppRoute;

export const PATTERNS: readonly string[] = ROUTES.map((route) => route.path);

/** Paths without parameters that have a page: what links and navigation ask. */
export const PAGES: ReadonlySet<string> = new Set(
  ROUTES.map((route) => route.path).filter((path) => !path.includes(':')),
);
