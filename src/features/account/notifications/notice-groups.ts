/** The groups of notifications that users can turn on and off; the ids are the server's. */
export const NOTICE_GROUPS = [
  { id: 'lessons', label: 'Aulas', text: 'Pedidos, respostas e cancelamentos' },
  { id: 'evaluations', label: 'Avaliações', text: 'Quando alguém avalia você' },
  { id: 'account', label: 'Conta', text: 'Aprovação, denúncias, publicações suas e professores do Avise-me' },
  { id: 'news', label: 'Novidades', text: 'O que a equipe do Danceflix conta a todos' },
] as const;

export type NoticeGroup = (typeof NOTICE_GROUPS)[number]['id'];
