/** Texts about evaluations. Quoted ones are the specification's (001 §5, §8), letter by letter. */
import type { CommandError } from '@/outbox/command';
import { LONGEST_COMMENT } from '@/outbox/commands/evaluation-save';
import { wordsFor } from '@/outbox/sending';

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

/** The server's message, letter by letter (001 §8); our own text where an older release stored none. */
export function refusalDetail(error: CommandError | null): string {
  return error?.message || refusalText(error);
}

/** '4 estrelas', '1 estrela'. */
export function starsText(rating: number): string {
  return rating === 1 ? '1 estrela' : `${rating} estrelas`;
}
