/** The parts that the kinds of writes about partner requests have in common. */
import type { PartnerWish } from '@/db/agenda-fields';
import type { Shapes } from '../shapes';

const ROLES = ['conduz', 'conduzido', 'dois'] as const satisfies readonly PartnerWish['role'][];
const LEVELS = ['iniciante', 'intermediario', 'avancado'] as const satisfies readonly PartnerWish['level'][];

/** The fields of a wish in a payload. */
export const wishShape = (z: Shapes) => ({
  event_id: z.nullable(z.string()),
  /** 'YYYY-MM-DD' in Brasília. */
  day: z.nullable(z.string()),
  style_id: z.nullable(z.string()),
  city_id: z.nullable(z.string()),
  role: z.oneOf(ROLES),
  level: z.oneOf(LEVELS),
});

export const PARTNERS_PATH = '/comunidade/pares';
export const NO_PROFILE = 'Seu cadastro ainda não está completo.';
export const REFUSED = 'O envio não foi aceito. Abra a página de pares e tente de novo.';
