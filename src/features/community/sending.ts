/** How far a write on the Mural has got, in words. */
import type { StoredCommand } from '@/outbox/command';
import { SUSPENDED } from '@/outbox/not-stored';

export interface Sending {
  tone: 'waiting' | 'sending' | 'sent' | 'refused';
  text: string;
  /** Why it has not arrived. */
  reason: string | null;
}

const ON_CREATE: Record<string, string> = {
  too_many_posts: 'Você já publicou dez vezes nas últimas 24 horas. Tente de novo mais tarde.',
  account_banned: SUSPENDED,
  account_blocked: SUSPENDED,
  profile_missing: 'Seu cadastro ainda não está completo.',
  post_exists: 'O servidor já conhece outra publicação com este número. Escreva de novo.',
  city_unknown: 'Esta cidade não existe mais. Escreva de novo com outra.',
  style_unknown: 'Este estilo não existe mais. Escreva de novo com outro.',
  invalid_value: 'O texto não foi aceito. Escreva de novo.',
};

const ON_REMOVE: Record<string, string> = {
  account_banned: SUSPENDED,
  post_unknown: 'Esta publicação já tinha saído do Mural.',
  not_the_author: 'Só quem escreveu e a equipe podem remover uma publicação.',
  profile_missing: 'Seu cadastro ainda não está completo.',
  invalid_value: 'O motivo não foi aceito.',
};

/** The words for the server's refusals of a write on the Mural, by hint. */
export function postReasons({ kind }: Pick<StoredCommand, 'kind'>): Record<string, string> {
  if (kind === 'post.create') return ON_CREATE;
  return kind === 'post.remove' ? ON_REMOVE : {};
}

export function sendingOf(command: StoredCommand): Sending {
  switch (command.status) {
    case 'sending':
      return { tone: 'sending', text: 'Enviando', reason: null };
    case 'delivered':
      return { tone: 'sent', text: 'Enviado', reason: null };
    case 'rejected': {
      const reason = postReasons(command)[command.error?.hint ?? ''];
      return { tone: 'refused', text: 'Não enviado', reason: reason ?? 'O servidor não aceitou este envio.' };
    }
    case 'parked':
      return { tone: 'refused', text: 'Não enviado', reason: 'Espera outro envio que não foi aceito.' };
    case 'attention':
      return {
        tone: 'waiting',
        text: 'Salvo no aparelho',
        reason: 'O servidor está com problemas há mais de um dia. Continuamos tentando.',
      };
    default:
      return { tone: 'waiting', text: 'Salvo no aparelho', reason: null };
  }
}

/** Whether sending the same again may help. */
export function mayRetry({ status, error }: StoredCommand): boolean {
  return (
    status === 'rejected' &&
    ['too_many_posts', 'profile_missing', 'account_banned'].includes(error?.hint ?? '')
  );
}
