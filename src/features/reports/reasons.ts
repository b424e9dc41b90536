import type { ReportCreate } from '@/outbox/commands/report-create';

type Report = ReportCreate['report'];
export type What = Report['what'];

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

/** Reasons that fit only a person's profile. */
const OF_PROFILES: readonly Reason[] = ['prepayment'];

/** The reasons to choose from for what is reported. */
export const reasonsFor = (what: What) =>
  REASONS.filter(({ code }) => what === 'profile' || !OF_PROFILES.includes(code));

export type Reason = (typeof REASONS)[number]['code'];

/** Completes 'Denunciar …', as in 'Denunciar este perfil'. */
export const WHAT: Record<What, string> = {
  profile: 'este perfil',
  post: 'esta publicação',
  evaluation: 'esta avaliação',
  reply: 'esta resposta',
};

/** The database's limit, in characters. */
export const LONGEST_DETAILS = 1000;
