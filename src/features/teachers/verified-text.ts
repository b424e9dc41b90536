/** The meaning of 'verificado', in the words of every place that explains it: change it where the checks change. */
export const VERIFIED = {
  title: 'O que quer dizer “verificado”',
  checked:
    'Um perfil só aparece na busca enquanto a identidade de quem ensina está conferida pela nossa equipe, que também olha o texto, a foto e o contato antes de aprovar.',
  limits:
    'A equipe não acompanha as aulas. Leia as avaliações, combine tudo antes de marcar e, se algo não estiver certo, denuncie: só nós lemos.',
} as const;
