/**
 * Facts that decide a lesson beside style, city and times: the choices of the teacher's profile, and the filters of the
 * search. In the search record they are one number of ten bits.
 */
import type { CheckKind } from '@/db/rows/listed-checks';

export const PLACES = { casa: 'Vai até você', estudio: 'No estúdio', online: 'Online' } as const;
export const LEVELS = {
  iniciante: 'Iniciante',
  intermediario: 'Intermediário',
  avancado: 'Avançado',
} as const;
export const ROLES = { conduz: 'Conduz', conduzido: 'É conduzido(a)' } as const;
/** The role filter also has both. */
export const WANTED_ROLES = { ...ROLES, dois: 'Os dois papéis' } as const;
/** The kinds of check that can be asked for; every listed teacher has that of identity. */
export const WANTED_CHECKS = {
  experiencia: 'experience',
  referencias: 'references',
  antecedentes: 'background',
  whatsapp: 'whatsapp',
  instagram: 'instagram',
  foto: 'picture',
} as const satisfies Record<string, Exclude<CheckKind, 'identity'>>;

const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

/** In the order of their bits. */
export const OFFERS = [
  ...keysOf(PLACES),
  ...keysOf(LEVELS),
  ...keysOf(ROLES),
  'casais',
  'acessivel',
] as const;
type Offer = (typeof OFFERS)[number];

export const bitsOf = (...offers: Offer[]): number =>
  offers.reduce((bits, offer) => bits | (1 << OFFERS.indexOf(offer)), 0);

export const ANY_LEVEL = bitsOf(...keysOf(LEVELS));
/** A bit that no listing has. */
export const NOBODY = /* @__PURE__ */ (() => 1 << OFFERS.length)();
