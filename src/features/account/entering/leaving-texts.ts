/** Texts of the sign-out question about unsent writes and drafts. */
import { listed } from '@/lib/portuguese';
import type { RawCommand } from '@/outbox/command';
import { known } from '@/outbox/commands/kinds';

export const LEAVING = {
  intro: (count: number) =>
    count === 1
      ? '1 coisa que você fez neste aparelho ainda não chegou ao Danceflix:'
      : `${count} coisas que você fez neste aparelho ainda não chegaram ao Danceflix:`,
  keepText:
    'Se você salvar, ninguém mais vê nada disso no Danceflix deste aparelho, e o envio continua quando você entrar de novo aqui.',
  offline: 'Sem conexão: agora não dá para enviar. Você pode salvar e sair.',
  sendingTitle: 'Enviando antes de sair',
  progress: (done: number, all: number) => `${done} de ${all} enviados. Saímos da conta quando tudo chegar.`,
  discardTitle: (count: number) => (count === 1 ? 'Descartar 1 envio?' : `Descartar ${count} envios?`),
  discardText:
    'Isto some deste aparelho e não pode ser recuperado. O que já chegou ao servidor continua valendo lá.',
  notDiscarded: 'Este aparelho não conseguiu descartar. Nada foi apagado e você continua na conta.',
  draftsTitle: 'Sair sem salvar o que você escreveu?',
  drafts: 'O que você escreveu ainda está só neste aparelho:',
  draftsToo: 'E o que você escreveu ainda está só neste aparelho:',
  keepDrafts:
    'Se você salvar, ninguém mais vê nada disso no Danceflix deste aparelho, e tudo volta quando você entrar de novo aqui.',
  draftsReturn: 'O que você escreveu também volta.',
  discardBothTitle: (count: number) =>
    count === 1
      ? 'Descartar 1 envio e o que você escreveu?'
      : `Descartar ${count} envios e o que você escreveu?`,
  discardDraftsTitle: 'Descartar o que você escreveu?',
  unread: 'Não conseguimos ler os envios deste aparelho. Nada foi apagado: salve e saia, ou tente de novo.',
} as const;

/** 'Alteração do perfil, Pedido de aula (2)'. */
export function kindsText(unsent: readonly RawCommand[]): string {
  const counts = new Map<string, number>();
  for (const command of unsent) {
    const label = known(command)?.kind.label ?? 'Envio de outra versão do app';
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].map(([label, count]) => (count === 1 ? label : `${label} (${count})`)).join(', ');
}

/** Each kind of draft in singular and plural. */
const DRAFTS: Record<string, [one: string, many: string]> = {
  profile: ['um perfil que não foi salvo', 'perfis que não foram salvos'],
  request: ['um pedido de aula que não foi enviado', 'pedidos de aula que não foram enviados'],
  evaluation: ['uma avaliação que não foi enviada', 'avaliações que não foram enviadas'],
  post: ['uma publicação do Mural que não foi enviada', 'publicações do Mural que não foram enviadas'],
  reason: ['um motivo que não foi enviado', 'motivos que não foram enviados'],
  report: [
    'uma explicação de denúncia que não foi enviada',
    'explicações de denúncias que não foram enviadas',
  ],
  note: ['uma anotação que não foi salva', 'anotações que não foram salvas'],
  blog: ['um artigo que não foi salvo', 'artigos que não foram salvos'],
  bulk: ['uma mensagem que não foi enviada', 'mensagens que não foram enviadas'],
};
const OTHER: [string, string] = ['um texto que não foi salvo', 'textos que não foram salvos'];

/** 'um perfil que não foi salvo e 2 pedidos de aula que não foram enviados'; `kinds` has one entry per draft. */
export function draftsText(kinds: readonly string[]): string {
  const counts = new Map<[string, string], number>();
  for (const kind of kinds) {
    const words = DRAFTS[kind] ?? OTHER;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return listed([...counts].map(([[one, many], count]) => (count === 1 ? one : `${count} ${many}`)));
}

/** Title of the second question, by the number of unsent writes and of drafts. */
export function discardTitle(unsent: number, drafts: number): string {
  if (unsent === 0) return LEAVING.discardDraftsTitle;
  return drafts === 0 ? LEAVING.discardTitle(unsent) : LEAVING.discardBothTitle(unsent);
}

const NETWORK = ['network', 'timeout', 'portal'];

/** Explains why the remaining writes could not be sent. */
export function remainderText(left: readonly RawCommand[]): string {
  const refused = left.filter(({ status }) => status === 'rejected' || status === 'parked').length;
  const waiting = left.length - refused;
  const parts: string[] = [];
  if (waiting > 0) {
    const unreached = left.every(({ error }) => error === null || NETWORK.includes(error.why));
    const why = unreached ? 'Não conseguimos falar com o servidor' : 'O servidor não confirmou tudo';
    parts.push(`${why}: ${countText(waiting)} não ${waiting === 1 ? 'foi enviado' : 'foram enviados'}.`);
  }
  if (refused > 0) {
    parts.push(
      `O servidor não aceitou ${countText(refused)}. Fique na conta e veja o motivo em Envios pendentes.`,
    );
  }
  return `${parts.join(' ')} Nada foi perdido.`;
}

function countText(count: number): string {
  return count === 1 ? '1 envio' : `${count} envios`;
}
