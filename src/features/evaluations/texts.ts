/** What people read of evaluations. Quoted ones are the specification's (001 §5, §8), letter by letter. */
import type { CommandError, StoredCommand } from '@/outbox/command';
import { SUSPENDED } from '@/outbox/not-stored';

export const COMMENT_LIMIT = 1000;

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
  queued: 'Salvo no aparelho. Enviamos assim que houver conexão.',
  tooMany: 'Salvo no aparelho. Foram muitos envios em pouco tempo: tentamos de novo mais tarde.',
  sending: 'Enviando…',
  sent: 'Enviado.',
  parked: 'Não enviado: espera outro envio que não foi aceito.',
  attention: 'Salvo no aparelho. Precisa de atenção: o servidor está com problemas há mais de um dia.',
  full: 'O aparelho está sem espaço e não guardou a avaliação. O que você escreveu continua aqui: libere espaço e envie de novo.',
  blocked:
    'Este aparelho não deixou guardar a avaliação. O que você escreveu continua aqui: mantenha esta página aberta e envie de novo.',
} as const;

/** Refusals that only evaluations have, by the procedure's hint: 'Envios pendentes' says them too. */
export const EVALUATION_REASONS: Record<string, string> = {
  request_not_accepted: 'Só um pedido aceito pode ser avaliado, e este não está mais aceito.',
  not_a_party: 'Só o aluno e o professor deste pedido podem fazer isto.',
  not_the_other: 'Só a outra pessoa do pedido pode ser avaliada.',
  evaluation_exists: 'Já existe outra avaliação com este registro. Envie de novo.',
};

const OWN_REASONS: Record<string, string> = {
  ...EVALUATION_REASONS,
  profile_missing: 'Uma das duas contas não existe mais.',
};

const FIELDS: Record<string, string> = {
  comment: 'O comentário tem algo que não pode ser enviado. Mude o texto e envie de novo.',
  lesson_evaluations_comment_check: `O comentário pode ter até ${COMMENT_LIMIT} caracteres.`,
  rating: EVALUATION.ratingMissing,
};

/** Why the server refused, in our words where we have some, else in its own. */
export function refusalText(error: CommandError | null): string {
  const { hint, details, status, message } = error ?? {};
  if (hint === 'invalid_value')
    return FIELDS[details ?? ''] ?? 'Um valor não foi aceito. Confira e envie de novo.';
  if (hint === 'account_banned') return SUSPENDED;
  if (hint && OWN_REASONS[hint]) return OWN_REASONS[hint];
  if (message) return message;
  if (status === 403) return 'Você não tem permissão para isto.';
  return 'O servidor não aceitou a avaliação.';
}

/** What the server said, letter by letter (001 §8); our words where an older release stored none of it. */
export function refusalDetail(error: CommandError | null): string {
  return error?.message || refusalText(error);
}

/** How far an evaluation has come on its way. */
export function stateText(command: StoredCommand | null): string | null {
  switch (command?.status) {
    case undefined:
      return null;
    case 'delivered':
      return EVALUATION.sent;
    case 'sending':
      return EVALUATION.sending;
    case 'attention':
      return EVALUATION.attention;
    case 'parked':
      return EVALUATION.parked;
    default:
      return command?.error?.hint === 'too_many' ? EVALUATION.tooMany : EVALUATION.queued;
  }
}

/** '4 estrelas', '1 estrela'. */
export function starsText(rating: number): string {
  return rating === 1 ? '1 estrela' : `${rating} estrelas`;
}
