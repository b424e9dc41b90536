/** What people read of an unsent write. */
import type { CommandError, StoredCommand } from '@/outbox/command';
import { known } from '@/outbox/commands/kinds';
import { SUSPENDED } from '@/outbox/not-stored';

export const OUTBOX = {
  title: 'Envios pendentes',
  intro:
    'O que você fez neste aparelho e ainda não chegou ao Danceflix. Enviamos sozinhos quando houver conexão. No Android e no computador com Chrome isso acontece até com o app fechado, enquanto seu acesso estiver válido; nos outros, na próxima vez que você abrir o app.',
  empty: 'Tudo enviado',
  emptyText: 'Nada deste aparelho espera para ser enviado.',
  failed: 'Não foi possível ler os envios deste aparelho',
  failedText: 'O navegador não está deixando o app guardar dados. Tente de novo daqui a pouco.',
  veiled: 'Feito por um visitante deste aparelho',
  unknown: 'Envio de outra versão do app',
  unknownState: 'Salvo no aparelho. Atualize o app para enviar.',
} as const;

export const GONE = {
  title: 'Esta conta não existe mais',
  nothing: 'Ela foi excluída. Nada que você fez neste aparelho estava esperando para ser enviado.',
  text: (count: number) =>
    count === 1
      ? 'Ela foi excluída, e 1 envio deste aparelho não pode mais chegar ao Danceflix. Copie o que quiser guardar antes de apagar.'
      : `Ela foi excluída, e ${count} envios deste aparelho não podem mais chegar ao Danceflix. Copie o que quiser guardar antes de apagar.`,
  copied: 'Copiado. Cole onde quiser guardar.',
  notCopied: 'O navegador não deixou copiar. Selecione o texto acima e copie.',
  notDiscarded: 'Este aparelho não conseguiu apagar. Tente de novo.',
} as const;

export type Tone = 'waiting' | 'sending' | 'refused';

/** 'Salvo no aparelho', 'Enviando', 'Não enviado', and how it is drawn. */
export function stateOf(command: StoredCommand): { tone: Tone; text: string } {
  if (!known(command)) return { tone: 'waiting', text: OUTBOX.unknownState };
  switch (command.status) {
    case 'sending':
      return { tone: 'sending', text: 'Enviando' };
    case 'rejected':
      return { tone: 'refused', text: 'Não enviado' };
    case 'parked':
      return { tone: 'refused', text: 'Não enviado: espera outro envio' };
    case 'attention':
      return { tone: 'refused', text: 'Precisa de atenção' };
    default:
      return { tone: 'waiting', text: 'Salvo no aparelho' };
  }
}

const WAITING: Record<string, string> = {
  network: 'Sem conexão na última tentativa.',
  timeout: 'O servidor não respondeu a tempo.',
  portal: 'A rede pediu outra coisa no lugar do Danceflix. Confira se ela exige um login.',
  unconfirmed: 'O servidor ainda não confirmou.',
  busy: 'O servidor está ocupado.',
  too_many: 'Foram muitos envios em pouco tempo. Tentamos de novo mais tarde, sozinhos.',
  server: 'O servidor está com problemas.',
  schema: 'O servidor está sendo atualizado.',
  paused: 'O serviço está em pausa.',
  parent: 'Espera outro envio chegar antes.',
  token: 'Seu acesso precisa ser renovado.',
  terms: 'Há novos termos de uso. Aceite-os, e o envio continua sozinho.',
  foreign: 'A rede ou o servidor respondeu outra coisa. Continuamos tentando.',
  attention: 'O servidor está com o mesmo problema há mais de um dia. Continuamos tentando.',
};

const REFUSED: Record<string, string> = {
  invalid_value: 'Um valor não foi aceito. Confira e envie de novo.',
  city_unknown: 'A cidade escolhida não está mais disponível.',
  style_unknown: 'Um dos estilos não está mais disponível.',
  styles_missing: 'Falta escolher um estilo de dança.',
  profile_missing: 'Seu cadastro ainda não está completo.',
  notification_unknown: 'Estas notificações não existem mais.',
  not_a_student: 'Só alunos podem fazer isto.',
  teacher_unavailable: 'Este professor não está na busca agora.',
  person_unknown: 'Esta conta não existe mais.',
  target_unknown: 'O que você denunciou não existe mais.',
  too_many_reports: 'Você já enviou muitas denúncias hoje. Tente de novo amanhã.',
  not_signed_in: 'É preciso entrar na conta.',
  account_banned: SUSPENDED,
};

/** Why it has not arrived; null when it has not been tried or nothing is known. `more`: what other features know. */
export function reasonOf({ status, error }: StoredCommand, more: Record<string, string> = {}): string | null {
  if (!error || status === 'sending' || status === 'parked') return null;
  if (status === 'rejected') return refusal(error, more);
  return WAITING[error.hint === 'too_many' ? 'too_many' : error.why] ?? null;
}

function refusal({ hint, status }: CommandError, more: Record<string, string>): string {
  const text = hint ? (more[hint] ?? REFUSED[hint]) : undefined;
  if (text) return text;
  if (status === 403) return 'Você não tem permissão para isto.';
  if (status === 409) return 'A situação mudou antes de o envio chegar.';
  return 'O servidor não aceitou este envio.';
}
