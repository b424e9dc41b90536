/** Leads: the form's errors and the server's answers. */
import { z } from 'zod/mini';
import { FALSE_NAME, isFalseName } from '@/lib/false-names';
import { fold } from '@/lib/text';
import { isBlank, textError } from '@/lib/typed-text';
import type { LeadDraft } from './current-lead';

/** The database's limits; the specification has none. */
export const LONGEST = { nome: 120, cidade: 80, estilo: 80, objetivos: 1000 } as const;

export type LeadErrors = Partial<Record<keyof LeadDraft, string>>;

/** Specification 001 §5: name, city and style are required, goals are not. `cities`: empty where the list is out of reach. */
export function leadErrors(draft: LeadDraft, cities: readonly { name: string }[] = []): LeadErrors {
  const errors: LeadErrors = {};
  if (isBlank(draft.nome)) errors.nome = 'Informe seu nome';
  if (isBlank(draft.cidade)) errors.cidade = 'Escolha sua cidade';
  else if (cities.length > 0 && !cities.some(({ name }) => fold(name) === fold(draft.cidade)))
    errors.cidade = 'Escolha uma cidade da lista.';
  if (isBlank(draft.estilo)) errors.estilo = 'Escolha o estilo de dança';
  for (const field of ['nome', 'cidade', 'estilo', 'objetivos'] as const) {
    const unclean = textError(draft[field]);
    if (unclean !== null) errors[field] ??= unclean;
  }
  if (isFalseName(draft.nome)) errors.nome ??= FALSE_NAME;
  return errors;
}

/** Specification 001 §8: the styles offered when the list cannot be loaded, in this order. */
export const FALLBACK_STYLES = ['Forró', 'Zouk', 'Samba de Gafieira', 'Salsa', 'Tango'] as const;

const match = z.object({
  teacherId: z.string(),
  matchPercentage: z.number(),
  justification: z.string(),
});
const analysis = z.object({ cityMatch: z.nullable(match), brazilMatch: z.nullable(match) });
export type Match = z.infer<typeof match>;
export type Analysis = z.infer<typeof analysis>;

const leadRow = z.object({ id: z.string(), ai_analysis_data: z.nullable(z.unknown()) });

export function readAnalysis(value: unknown): Analysis | null {
  return z.safeParse(analysis, value).data ?? null;
}

/** Parses the answer of get_lead: its raw analysis, or null without such a lead. Throws for any other answer. */
export function readLeadRow(value: unknown): { analysis: unknown } | null {
  if (value === null) return null;
  return { analysis: z.parse(leadRow, value).ai_analysis_data };
}
