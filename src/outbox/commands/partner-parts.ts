/** The parts that the kinds of writes about partner requests have in common. */
import type { PartnerWish } from '@/db/rows/agenda-fields';
import type { Shapes } from '../shapes';

const ROLES = ['conduz', 'conduzido', 'dois'] as const satisfies readonly PartnerWish['role'][];
const LEVELS = ['iniciante', 'intermediario', 'avancado'] as const satisfies readonly PartnerWish['level'][];

/** The fields of a wish in a payload, with the statement that it may carry. */
export const wishShape = (z: Shapes) => ({
  event_id: z.nullable(z.string()),
  /** 'YYYY-MM-DD' in Brasília. */
  day: z.nullable(z.string()),
  style_id: z.nullable(z.string()),
  city_id: z.nullable(z.string()),
  role: z.oneOf(ROLES),
  level: z.oneOf(LEVELS),
  /** True when the person states with this write to be 18 or older; the server keeps when (…_partners.sql). */
  adult: z.optional(z.boolean()),
});

export const PARTNERS_PATH = '/comunidade/pares';

/** Words for the refusals that all of them may meet. */
export const REFUSALS = {
  profile_missing: 'Seu cadastro ainda não está completo.',
  invalid_value: 'O envio não foi aceito. Abra a página de pares e tente de novo.',
};
export const OF_GUARDIAN = { guardian_account: 'Esta conta pede aulas para menor.' };
/** Of asking and answering. */
export const ADULTS_ONLY = {
  ...{ ...REFUSALS, ...OF_GUARDIAN },
  adult_unstated: 'Declare que tem 18 anos ou mais.',
};
