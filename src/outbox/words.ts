/** Words about writes that several features use. Without the kinds, so that the first screen can carry them. */
import type { NotStored } from './command';
import type { Queued } from './own';

export const NOT_STORED: Record<NotStored, string> = {
  full: 'O aparelho está sem espaço. Libere um pouco e tente de novo.',
  blocked: 'O navegador não está deixando o app guardar dados neste aparelho.',
};

interface Form {
  /** As in 'não guardou o pedido'. */
  what: string;
  /** As in 'envie de novo'. */
  again: string;
  /** As in 'Entre de novo para enviar o pedido'. */
  to: string;
}

/** Why a press changed nothing; with a form, that what was typed is not lost. */
export function notQueuedText(outcome: Exclude<Queued, { kind: 'stored' }>, form?: Form): string {
  if (outcome.kind === 'signed-out') {
    return `Sua sessão terminou. Entre de novo para ${form?.to ?? 'continuar'}.`;
  }
  if (!form) return NOT_STORED[outcome.reason];
  const { what, again } = form;
  return outcome.reason === 'full'
    ? `O aparelho está sem espaço e não guardou ${what}. O que você escreveu continua aqui: libere espaço e ${again}.`
    : `Este aparelho não deixou guardar ${what}. O que você escreveu continua aqui: mantenha esta página aberta e ${again}.`;
}

/** The server's 'account_banned', whatever was written. */
export const SUSPENDED = 'Sua conta está suspensa. O que você escreveu continua guardado neste aparelho.';

/** Refusals that several procedures or the triggers behind them may raise, by hint; a kind may say them better. */
export const SHARED_REFUSALS: Readonly<Record<string, string>> = {
  account_banned: SUSPENDED,
  not_signed_in: 'É preciso entrar na conta.',
  profile_missing: 'Seu cadastro ainda não está completo.',
  invalid_value: 'Um valor não foi aceito. Confira e envie de novo.',
  account_missing: 'Esta conta não existe mais.',
  not_a_party: 'Só o aluno e o professor deste pedido podem fazer isto.',
  not_the_teacher: 'Só o professor deste pedido pode fazer isto.',
  teacher_unavailable: 'Este professor não está disponível agora.',
  // Neutral: the blocked person must not learn of it here.
  person_blocked: 'Esta pessoa não está disponível agora.',
  request_fixed: 'O que foi pedido não pode mais ser mudado. Faça outro pedido.',
  transition_not_allowed: 'O pedido mudou antes de o envio chegar. Veja como ele está agora.',
  evaluation_fixed: 'A aula e as pessoas de uma avaliação não podem ser trocadas.',
  teacher_without_terms: 'Aceite os termos de uso atuais antes de mudar isto.',
};

export const TOO_MANY = 'Foram muitos envios em pouco tempo. Tentamos de novo mais tarde, sozinhos.';

/** Why a write waits, by what its last attempt met (classify-error.ts). */
export const WAITING: Readonly<Record<string, string>> = {
  network: 'Sem conexão na última tentativa.',
  timeout: 'O servidor não respondeu a tempo.',
  portal: 'A rede pediu outra coisa no lugar do Danceflix. Confira se ela exige um login.',
  unconfirmed: 'O servidor ainda não confirmou.',
  busy: 'O servidor está ocupado.',
  server: 'O servidor está com problemas.',
  schema: 'O servidor está sendo atualizado.',
  paused: 'O serviço está em pausa.',
  parent: 'Espera outro envio chegar antes.',
  token: 'Seu acesso precisa ser renovado.',
  terms: 'Há novos termos de uso. Aceite-os, e o envio continua sozinho.',
  foreign: 'A rede ou o servidor respondeu outra coisa. Continuamos tentando.',
};
