/** How far a write on a request has got, in words. */
import type { StoredCommand } from '@/outbox/command';
import { SUSPENDED } from '@/outbox/not-stored';

export type SendingTone = 'waiting' | 'sending' | 'sent' | 'refused';

export interface Sending {
  tone: SendingTone;
  text: string;
  /** Why it has not arrived. */
  reason: string | null;
}

const ON_CREATE: Record<string, string> = {
  open_request_exists: 'Você já tem um pedido aberto com este professor neste estilo.',
  request_exists: 'O servidor já conhece outro pedido com este número. Edite e envie de novo.',
  teacher_unavailable: 'Este professor não está recebendo pedidos agora.',
  person_blocked: 'Você bloqueou este professor. Para pedir aula, desbloqueie em Configurações.',
  style_not_taught: 'Este professor não ensina mais este estilo. Escolha outro.',
  not_a_student: 'Só alunos podem pedir aulas.',
  profile_missing: 'Seu cadastro ainda não está completo.',
  invalid_value: 'Um valor não foi aceito. Confira o pedido e envie de novo.',
};

const ON_ANSWER: Record<string, string> = {
  request_unknown: 'Este pedido não existe mais.',
  not_the_teacher: 'Só o professor pode responder a este pedido.',
  request_cancelled: 'O pedido foi cancelado antes de sua resposta chegar. Ele continua cancelado.',
  already_answered: 'Este pedido já tinha sido respondido. Vale a primeira resposta.',
  teacher_unavailable:
    'Para aceitar pedidos, seu perfil precisa estar aprovado. Tente de novo depois da aprovação.',
  profile_missing: 'Seu cadastro ainda não está completo, ou a outra conta foi encerrada.',
  invalid_value: 'O motivo não foi aceito. Confira o texto e responda de novo.',
};

const ON_CANCEL: Record<string, string> = {
  request_unknown: 'Este pedido não existe mais.',
  request_cancelled: 'Este pedido já estava cancelado.',
  already_answered: 'O pedido foi recusado antes de o cancelamento chegar.',
  profile_missing: 'Seu cadastro ainda não está completo, ou a outra conta foi encerrada.',
  invalid_value: 'O motivo não foi aceito. Confira o texto e cancele de novo.',
};

/** The words for the server's refusals of a write on requests, by hint. */
export function requestReasons({ kind }: Pick<StoredCommand, 'kind'>): Record<string, string> {
  if (kind === 'lesson_request.create') return ON_CREATE;
  if (kind === 'lesson_request.answer') return ON_ANSWER;
  return kind === 'lesson_request.cancel' ? ON_CANCEL : {};
}

export function sendingOf(command: StoredCommand): Sending {
  switch (command.status) {
    case 'sending':
      return { tone: 'sending', text: 'Enviando', reason: null };
    case 'delivered':
      return { tone: 'sent', text: 'Enviado', reason: null };
    case 'rejected':
      return { tone: 'refused', text: 'Não enviado', reason: refusal(command) };
    case 'parked':
      return { tone: 'refused', text: 'Não enviado', reason: 'Espera outro envio que não foi aceito.' };
    case 'attention':
      return {
        tone: 'waiting',
        text: 'Salvo no aparelho',
        reason: 'O servidor está com problemas há mais de um dia. Continuamos tentando.',
      };
    default:
      return {
        tone: 'waiting',
        text: 'Salvo no aparelho',
        reason: command.error?.hint === 'too_many' ? TOO_MANY : null,
      };
  }
}

const TOO_MANY = 'Foram muitos envios em pouco tempo. Tentamos de novo mais tarde, sozinhos.';

function refusal(command: StoredCommand): string {
  const hint = command.error?.hint;
  if (hint === 'account_banned') return SUSPENDED;
  return (hint && requestReasons(command)[hint]) || 'O servidor não aceitou este envio.';
}

/** Refusals that the same write would only meet again. */
const FINAL: ReadonlySet<string> = new Set([
  'open_request_exists',
  'request_exists',
  'style_not_taught',
  'not_a_student',
  'invalid_value',
  'request_unknown',
  'not_the_teacher',
  'request_cancelled',
  'already_answered',
]);

/** Whether sending the same again may help. */
export function mayRetry({ status, error }: StoredCommand): boolean {
  return status === 'rejected' && !FINAL.has(error?.hint ?? '');
}

/** The request that stands in the way, where the server named it. */
export function openRequestIn(command: StoredCommand | null): string | null {
  if (command?.status !== 'rejected' || command.error?.hint !== 'open_request_exists') return null;
  return command.error.details;
}
