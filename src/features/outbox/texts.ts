/** Texts of the page 'Envios pendentes' and of the dialog about a removed account. */

export const OUTBOX = {
  title: 'Envios pendentes',
  intro:
    'O que você fez neste aparelho e ainda não chegou ao Danceflix. Enviamos sozinhos quando houver conexão. No Android e no computador com Chrome isso acontece até com o app fechado, enquanto seu acesso estiver válido; nos outros, na próxima vez que você abrir o app.',
  empty: 'Tudo enviado',
  emptyText: 'Está tudo em dia por aqui.',
  others: 'Nada seu por enviar',
  othersText:
    'Neste aparelho há envios de uma conta que saiu. Eles seguem quando ela entrar de novo por aqui.',
  failed: 'Não foi possível ler os envios deste aparelho',
  failedText: 'O navegador não está deixando o app salvar dados. Tente de novo daqui a pouco.',
  veiled: 'Feito por um visitante deste aparelho',
  unknown: 'Envio de outra versão do app',
} as const;

/** Of a write that had arrived, was lost when the server came back from a backup, and is refused now. */
export const LOST = {
  state: 'Precisa de atenção',
  why: 'Isto já tinha chegado ao Danceflix e se perdeu numa falha nossa. Enviamos de novo, mas não foi aceito.',
  wrote: (words: readonly string[]) => `Você escreveu: ${words.join(' · ')}`,
  held: (what: string) => `No Danceflix agora: ${what}.`,
} as const;

export const GONE = {
  title: 'Esta conta não existe mais',
  nothing: 'Ela foi excluída. Nada que você fez neste aparelho estava esperando para ser enviado.',
  text: (count: number) =>
    count === 1
      ? 'Ela foi excluída, e 1 envio deste aparelho não pode mais chegar ao Danceflix. Copie o que quiser salvar antes de apagar.'
      : `Ela foi excluída, e ${count} envios deste aparelho não podem mais chegar ao Danceflix. Copie o que quiser salvar antes de apagar.`,
  copied: 'Copiado. Cole onde quiser salvar.',
  notCopied: 'O navegador não deixou copiar. Selecione o texto acima e copie.',
  notDiscarded: 'Este aparelho não conseguiu apagar. Tente de novo.',
} as const;
