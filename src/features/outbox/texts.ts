/** Texts of the page 'Envios pendentes' and of the notices about lost writes. */
import { momentOf } from '@/lib/dates';
import type { Announced } from '@/outbox/device';

export const OUTBOX = {
  title: 'Envios pendentes',
  intro:
    'O que você fez neste aparelho e ainda não chegou ao Danceflix. Enviamos sozinhos quando houver conexão. No Android e no computador com Chrome isso acontece até com o app fechado, enquanto seu acesso estiver válido; nos outros, na próxima vez que você abrir o app.',
  empty: 'Tudo enviado',
  emptyText: 'Está tudo em dia por aqui.',
  others: 'Nada seu por enviar',
  othersText:
    'Neste aparelho há envios de uma conta que saiu. Eles seguem quando ela entrar de novo por aqui.',
  cleared: 'Nada por enviar neste aparelho',
  clearedText: 'O aviso no alto da página fala do que esperava em um aparelho seu.',
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

/** Of the newest announcements of other devices, each in a sentence. */
const TOLD_AT_MOST = 3;

/** Of writes that waited on a device of the person: this one, before its data were cleared, or another one. */
export const CLEARED = {
  label: 'Aviso sobre envios que esperavam',
  lines: (announced: readonly Announced[]) =>
    announced
      .slice(0, TOLD_AT_MOST)
      .map(
        ({ waiting, at }) =>
          `Um aparelho seu avisou, em ${momentOf(at)}, que ${waiting === 1 ? '1 envio esperava' : `${waiting} envios esperavam`} para sair.`,
      ),
  meaning:
    'Se foi este, e os dados do site foram apagados, o que ainda não tinha saído se perdeu: confira o que você fez e escreva de novo. Se foi outro aparelho, tudo sai quando ele abrir o Danceflix.',
  read: 'Entendi',
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
