import type { RouteRow } from './row';

export const STUDENT_ROUTES = [
  { path: '/student', module: 'pages/student/index-page', title: 'Início', area: 'student' },
  { path: '/student/home', module: 'pages/student/home-page', title: 'Início', area: 'student' },
  {
    path: '/student/favourites',
    module: 'pages/student/favourites-page',
    title: 'Meus professores',
    area: 'student',
  },
  { path: '/student/search', module: 'pages/student/search-redirect-page', title: 'Buscar', area: 'student' },
  {
    path: '/student/profile',
    module: 'pages/student/profile-page',
    title: 'Resumo do perfil',
    area: 'student',
  },
  { path: '/student/profile/:slugOrId', module: 'pages/student/public-profile-page', title: null },
  {
    path: '/student/profile-enhanced',
    module: 'pages/student/profile-enhanced-page',
    title: 'Seu perfil',
    area: 'student',
  },
  {
    path: '/student/profile-preview',
    module: 'pages/student/profile-preview-page',
    title: 'Prévia do perfil',
    area: 'student',
  },
  {
    path: '/student/progresso',
    module: 'pages/student/progress-page',
    title: 'Seu progresso',
    area: 'student',
  },
  {
    path: '/student/tips',
    module: 'pages/student/tips-page',
    title: 'Dicas para dançar melhor',
    area: 'student',
  },
  {
    path: '/student/configurations',
    module: 'pages/student/configurations-page',
    title: 'Configurações',
    area: 'student',
  },
  {
    path: '/student/notifications',
    module: 'pages/student/notifications-page',
    title: 'Notificações',
    area: 'student',
  },
  {
    path: '/student/requests',
    module: 'pages/student/requests-page',
    title: 'Pedidos',
    area: 'student',
    next: ['/student/requests/:id'],
  },
  {
    path: '/student/requests/new',
    module: 'pages/student/new-request-page',
    title: 'Pedir aula',
    area: 'student',
    visitors: true,
    docked: true,
    next: ['/student/requests/:id'],
  },
  {
    path: '/student/requests/:id',
    module: 'pages/student/request-page',
    title: 'Pedido de aula',
    area: 'student',
  },
  {
    path: '/student/evaluations/:requestId',
    module: 'pages/student/evaluation-page',
    title: 'Avaliação',
    area: 'student',
  },
] as const satisfies readonly RouteRow[];
