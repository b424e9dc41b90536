/** The meaning of 'verificado', in the words of every place that explains it: change it where the checks change. */
export const VERIFIED = {
  title: 'O que quer dizer “verificado”',
  checked:
    'Antes de um perfil aparecer na busca, nossa equipe olha o que foi escrito, a foto e o contato, e só então aprova.',
  limits:
    'A equipe não acompanha as aulas. Leia as avaliações, combine tudo antes de marcar e, se algo não estiver certo, denuncie: só nós lemos.',
} as const;
