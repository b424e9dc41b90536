/** Texts about evaluations. Quoted ones are the specification's (001 §5, §8), letter by letter. */
import { monthAndYear } from '@/lib/dates';
import type { CommandError } from '@/outbox/command';
import { LONGEST_REPLY } from '@/outbox/commands/evaluation-reply';
import { LONGEST_COMMENT } from '@/outbox/commands/evaluation-save';
import { wordsFor } from '@/outbox/sending';
import type { ReceivedEvaluation } from './received';

export const COMMENT_LIMIT = LONGEST_COMMENT;

export const EVALUATION = {
  errorTitle: 'Erro',
  created: 'Avaliação criada com sucesso!',
  updated: 'Avaliação atualizada com sucesso!',
  createFailed: (detail: string) => `Erro ao criar avaliação: ${detail}`,
  updateFailed: 'Erro ao atualizar avaliação',
  signedOut: 'Você precisa estar logado para avaliar',
  signedOutUpdate: 'Você precisa estar logado para atualizar avaliação',
  notAuthorized: 'Usuário não autorizado',
  lessonFailed: 'Erro ao buscar avaliações da aula',
  receivedFailed: 'Erro ao buscar avaliações recebidas',
  pendingFailed: 'Erro ao buscar avaliações pendentes',
  statisticsFailed: 'Erro ao buscar estatísticas',
  ratingMissing: 'Escolha de 1 a 5 estrelas',
} as const;

/** Why the server refused a write: our own text where there is one, else the server's. */
export function refusalText(error: CommandError | null): string {
  const words = wordsFor('evaluation.save', error) ?? error?.message;
  if (words) return words;
  return error?.status === 403 ? 'Você não tem permissão para isto.' : 'O servidor não aceitou a avaliação.';
}

/** The server's message, letter by letter (001 §8); our own text where it sent none. */
export function refusalDetail(error: CommandError | null): string {
  return error?.message || refusalText(error);
}

export const REPLY_LIMIT = LONGEST_REPLY;

/** '3 aulas com Marina', '10 aulas ou mais com Marina': from 5 on the server rounds down. */
export function lessonsText(lessons: number, who: string): string {
  const count = lessons === 1 ? '1 aula' : lessons < 5 ? `${lessons} aulas` : `${lessons} aulas ou mais`;
  return `${count} com ${who}`;
}

/** 'Editada em novembro de 2026'; null for an evaluation that was not changed. */
export function editedText({ editedMonth }: Pick<ReceivedEvaluation, 'editedMonth'>): string | null {
  const when = monthOfDay(editedMonth ?? null);
  return when && `Editada em ${when}`;
}

/** The heading of another person's reply; one from before a change of the evaluation says so. */
export function replyTitle(
  who: string,
  { isReplyEarlier }: Pick<ReceivedEvaluation, 'isReplyEarlier'>,
): string {
  return `Resposta de ${who}${isReplyEarlier ? ', de antes da mudança' : ''}`;
}

/** Noon UTC: midnight UTC on the first is still the previous month in Brazil. */
export const monthOfDay = (day: string | null): string | null =>
  day === null ? null : monthAndYear(`${day}T12:00:00Z`);

/** '4 estrelas', '1 estrela'. */
export function starsText(rating: number): string {
  return rating === 1 ? '1 estrela' : `${rating} estrelas`;
}
