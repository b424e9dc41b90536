import type { RouteRow } from './row';

export const TEACHER_ROUTES = [
  { path: '/teacher', module: 'pages/account/own-place-pages', title: 'Início', area: 'teacher' },
  { path: '/teacher/home', module: 'pages/teacher/home-page', title: 'Início', area: 'teacher' },
  { path: '/teacher/profile', module: 'pages/teacher/profile-page', title: 'Seu perfil', area: 'teacher' },
  {
    path: '/teacher/configurations',
    module: 'pages/teacher/configurations-page',
    title: 'Configurações',
    area: 'teacher',
  },
  {
    path: '/teacher/notifications',
    module: 'pages/teacher/notifications-page',
    title: 'Notificações',
    area: 'teacher',
  },
  {
    path: '/teacher/lessons',
    module: 'pages/teacher/lesson-pages',
    title: 'Aulas',
    area: 'teacher',
    next: ['/teacher/requests/:id'],
  },
  {
    path: '/teacher/requests',
    module: 'pages/teacher/lesson-pages',
    title: 'Pedidos',
    area: 'teacher',
    next: ['/teacher/requests/:id'],
  },
  {
    path: '/teacher/requests/:id',
    module: 'pages/teacher/request-page',
    title: 'Pedido de aula',
    area: 'teacher',
  },
  {
    path: '/teacher/evaluations/:requestId',
    module: 'pages/teacher/evaluation-page',
    title: 'Avaliação',
    area: 'teacher',
  },
] as const satisfies readonly RouteRow[];
