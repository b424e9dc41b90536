import type { ReportCreate } from '@/outbox/commands/report-create';
import type { ReportVisitor } from '@/outbox/commands/report-visitor';

type Report = ReportCreate['report'];
export type What = Report['what'];
/** Things that everybody can see, so that visitors report them too. */
export type PublicWhat = ReportVisitor['report']['what'];

const PRIVATE: readonly What[] = ['request', 'message', 'lesson'];

export const isPublic = (what: What): what is PublicWhat => !PRIVATE.includes(what);

/** Reasons in the order of the list. */
export const REASONS = [
  { code: 'unsafe', label: 'Assédio ou ameaça' },
  { code: 'minor', label: 'Envolve menor de idade' },
  { code: 'prepayment', label: 'Pediu pagamento adiantado' },
  { code: 'fake', label: 'Perfil ou informação falsa' },
  { code: 'offensive', label: 'Ofensa ou discriminação' },
  { code: 'spam', label: 'Propaganda ou golpe' },
  { code: 'wrong', label: 'Conteúdo fora do lugar' },
  { code: 'other', label: 'Outro motivo' },
] as const satisfies { code: Report['reason']; label: string }[];

/** Things in which money may have been asked for. */
const WITH_MONEY: readonly What[] = ['profile', 'request', 'message'];

/** The reasons to choose from for what is reported. */
export const reasonsFor = (what: What) =>
  REASONS.filter(({ code }) => code !== 'prepayment' || WITH_MONEY.includes(what));

export type Reason = (typeof REASONS)[number]['code'];

/** Completes 'Denunciar …', as in 'Denunciar este perfil'. */
export const WHAT: Record<What, string> = {
  profile: 'este perfil',
  post: 'esta publicação',
  evaluation: 'esta avaliação',
  reply: 'esta resposta',
  event: 'este evento',
  request: 'este pedido',
  message: 'esta mensagem',
  lesson: 'esta proposta',
};

/** The database's limit, in characters. */
export const LONGEST_DETAILS = 1000;
