/** The state of a write in Portuguese: the only way from a command to the texts about it. */
import type { CommandError, RawCommand } from './command';
import { kindNamed, known } from './commands/loaded-kinds';
import type { Refusal } from './kind';

/** The server's 'account_banned', for every kind of write. */
const SUSPENDED = 'Sua conta está suspensa. O que você escreveu continua salvo neste aparelho.';

/** Refusals that several procedures or their triggers may raise, by hint; a kind may have a better text. */
const SHARED_REFUSALS: Readonly<Record<string, Refusal>> = {
  account_banned: SUSPENDED,
  not_signed_in: 'É preciso entrar na conta.',
  profile_missing: 'Seu cadastro ainda não está completo.',
  invalid_value: 'Um valor não foi aceito. Confira e envie de novo.',
  too_long: 'Um texto é longo demais. Encurte e envie de novo.',
  name_reserved: 'Este nome parece ser da equipe. Use o seu.',
  picture_unread: 'Não foi possível usar esta foto. Escolha outra.',
  account_missing: 'Esta conta não existe mais.',
  not_a_party: 'Só o aluno e o professor deste pedido podem fazer isto.',
  not_the_teacher: 'Só o professor deste pedido pode fazer isto.',
  teacher_unavailable: 'Este professor não está disponível agora.',
  // Neutral: the blocked person must not learn of it here.
  person_blocked: 'Esta pessoa não está disponível agora.',
  background_unchecked: 'Os antecedentes deste professor não estão conferidos agora.',
  request_fixed: 'O que foi pedido não pode mais ser mudado. Faça outro pedido.',
  transition_not_allowed: 'O pedido mudou antes de o envio chegar. Veja como ele está agora.',
  evaluation_fixed: 'A aula e as pessoas de uma avaliação não podem ser trocadas.',
  lesson_not_started: 'A aula ainda não começou. Conte como foi depois da hora combinada.',
  lesson_not_ended: 'A aula ainda não terminou. Conte como foi depois da hora combinada.',
  lesson_doubled: 'Vocês dois já têm uma aula nesse horário. Escolha outro.',
  // Never with whom the other person's lesson is.
  time_taken: {
    '': 'A outra pessoa já tem outra aula nesse horário. Proponha outro.',
    own: 'Você já tem outra aula confirmada nesse horário. Proponha outro.',
  },
  teacher_without_terms: 'Aceite os termos de uso atuais antes de mudar isto.',
};

const TOO_MANY = 'Foram muitos envios em pouco tempo. Tentamos de novo mais tarde, sozinhos.';

/** Why a write waits, by the reason of its last failed attempt (classify-error.ts). */
const WAITING: Readonly<Record<string, string>> = {
  network: 'Sem conexão na última tentativa.',
  timeout: 'O servidor não respondeu a tempo.',
  portal: 'A rede pediu outra coisa no lugar do Danceflix. Confira se ela exige um login.',
  unconfirmed: 'O servidor ainda não confirmou.',
  busy: 'O servidor está ocupado.',
  server: 'O servidor está com problemas.',
  schema: 'O servidor está sendo atualizado.',
  paused: 'O serviço está em pausa.',
  parent: 'Aguardando outro envio chegar antes.',
  token: 'Seu acesso precisa ser renovado.',
  terms: 'Há novos termos de uso. Aceite-os, e o envio continua sozinho.',
  foreign: 'A rede ou o servidor respondeu outra coisa. Continuamos tentando.',
};

export interface Sending {
  tone: 'waiting' | 'sending' | 'sent' | 'refused';
  /** Its state: 'Salvo no aparelho', 'Enviando', 'Enviado', 'Não enviado', 'Precisa de atenção'. */
  text: string;
  /** Why it has not arrived, where its author has to know. */
  reason: string | null;
  /** Why the last attempt failed, for 'Envios pendentes'. */
  lastTry: string | null;
}

export function sendingOf(command: RawCommand): Sending {
  const { status, error } = command;
  const none = { reason: null, lastTry: null };
  if (!known(command)) {
    return { tone: 'waiting', text: 'Salvo no aparelho. Atualize o app para enviar.', ...none };
  }
  switch (status) {
    case 'sending':
      return { tone: 'sending', text: 'Enviando', ...none };
    case 'delivered':
      return { tone: 'sent', text: 'Enviado', ...none };
    case 'rejected':
      return { tone: 'refused', text: 'Não enviado', reason: refusalText(command), lastTry: null };
    case 'parked':
      return { tone: 'refused', text: 'Não enviado', reason: PARKED, lastTry: null };
    case 'attention':
      return { tone: 'refused', text: 'Precisa de atenção', reason: ATTENTION, lastTry: null };
    default: {
      const reason = error?.hint === 'too_many' ? TOO_MANY : null;
      return {
        tone: 'waiting',
        text: 'Salvo no aparelho',
        reason,
        lastTry: WAITING[error?.why ?? ''] ?? null,
      };
    }
  }
}

const PARKED = 'Aguardando outro envio que não foi aceito.';
const ATTENTION = 'O servidor está com problemas há mais de um dia. Continuamos tentando.';

/** The same as one sentence, for the line below a form. */
export function sentenceOf(command: RawCommand): string {
  switch (command.status) {
    case 'sending':
      return 'Enviando…';
    case 'delivered':
      return 'Enviado.';
    case 'rejected':
      return `Não enviado. ${refusalText(command)}`;
    case 'parked':
      return 'Não enviado: aguarda outro envio que não foi aceito.';
    case 'attention':
      return 'Salvo no aparelho. Precisa de atenção: o servidor está com problemas há mais de um dia.';
    default:
      return command.error?.hint === 'too_many'
        ? 'Salvo no aparelho. Foram muitos envios em pouco tempo: tentamos de novo mais tarde.'
        : 'Salvo no aparelho. Enviamos assim que houver conexão.';
  }
}

/** Why the server refused. */
export function refusalText({ kind, error }: Pick<RawCommand, 'kind' | 'error'>): string {
  const words = wordsFor(kind, error);
  if (words) return words;
  if (error?.status === 403) return 'Você não tem permissão para isto.';
  if (error?.status === 409) return 'A situação mudou antes de o envio chegar.';
  return 'O servidor não aceitou este envio.';
}

/** The text of the kind, or of all kinds, for a refusal; null when there is none. */
export function wordsFor(
  kind: string,
  error: Pick<CommandError, 'hint' | 'code' | 'details'> | null,
): string | null {
  // Functions put in their code the name that procedures put in their hint.
  const name = error?.hint ?? error?.code;
  if (!name) return null;
  const own: Readonly<Record<string, Refusal>> = kindNamed(kind)?.refusals ?? {};
  const words = Object.hasOwn(own, name)
    ? own[name]
    : Object.hasOwn(SHARED_REFUSALS, name)
      ? SHARED_REFUSALS[name]
      : undefined;
  if (words === undefined || typeof words === 'string') return words ?? null;
  return words[error?.details ?? ''] ?? words[''] ?? null;
}

/** Whether sending a refused command again may help. */
export function mayRetry({ kind, status, error }: RawCommand): boolean {
  return status === 'rejected' && !(kindNamed(kind)?.final ?? []).includes(error?.hint ?? '');
}
