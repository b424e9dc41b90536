import type { ReportCreate } from '@/outbox/commands/report-create';

type Report = ReportCreate['report'];
export type What = Report['what'];

/** Reasons in the order of the list. */
export const REASONS = [
  { code: 'fake', label: 'Perfil ou informação falsa' },
  { code: 'offensive', label: 'Ofensa ou discriminação' },
  { code: 'unsafe', label: 'Assédio ou ameaça' },
  { code: 'spam', label: 'Propaganda ou golpe' },
  { code: 'wrong', label: 'Conteúdo fora do lugar' },
  { code: 'other', label: 'Outro motivo' },
] as const satisfies { code: Report['reason']; label: string }[];

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
