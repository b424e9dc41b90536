/** What the question at a sign-out says of unsent writes. */
import type { StoredCommand } from '@/outbox/command';
import { known } from '@/outbox/commands/kinds';

export const LEAVING = {
  intro: (count: number) =>
    count === 1
      ? '1 coisa que você fez neste aparelho ainda não chegou ao Danceflix:'
      : `${count} coisas que você fez neste aparelho ainda não chegaram ao Danceflix:`,
  keepText:
    'Se você guardar, ninguém mais vê nada disso no Danceflix deste aparelho, e o envio continua quando você entrar de novo aqui.',
  offline: 'Sem conexão: agora não dá para enviar. Você pode guardar e sair.',
  sendingTitle: 'Enviando antes de sair',
  progress: (done: number, all: number) => `${done} de ${all} enviados. Saímos da conta quando tudo chegar.`,
  discardTitle: (count: number) => (count === 1 ? 'Descartar 1 envio?' : `Descartar ${count} envios?`),
  discardText:
    'Isto some deste aparelho e não pode ser recuperado. O que já chegou ao servidor continua valendo lá.',
  notDiscarded: 'Este aparelho não conseguiu descartar. Nada foi apagado e você continua na conta.',
  unread: 'Não conseguimos ler os envios deste aparelho. Nada foi apagado: guarde e saia, ou tente de novo.',
} as const;

/** 'Alteração do perfil, Pedido de aula (2)'. */
export function kindsText(unsent: readonly StoredCommand[]): string {
  const counts = new Map<string, number>();
  for (const command of unsent) {
    const label = known(command)?.kind.label ?? 'Envio de outra versão do app';
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].map(([label, count]) => (count === 1 ? label : `${label} (${count})`)).join(', ');
}

const NETWORK = ['network', 'timeout', 'portal'];

/** Why the writes that are left could not be sent; what was sent is. */
export function remainderText(left: readonly StoredCommand[]): string {
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
