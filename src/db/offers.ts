/**
 * Facts that decide a lesson beside style, city and times: the choices of the teacher's profile, and the filters of the
 * search. In the search record they are one number of ten bits.
 */
import type { CheckKind } from './checks';
import type { TeacherRow } from './rows';

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
const BITS = [...keysOf(PLACES), ...keysOf(LEVELS), ...keysOf(ROLES), 'casais', 'acessivel'] as const;
type Offer = (typeof BITS)[number];

export const bitsOf = (...offers: Offer[]): number =>
  offers.reduce((bits, offer) => bits | (1 << BITS.indexOf(offer)), 0);

export const ANY_LEVEL = bitsOf(...keysOf(LEVELS));
/** A bit that no listing has. */
export const NOBODY = 1 << BITS.length;

type OfferColumns = Pick<
  TeacherRow,
  'lesson_places' | 'levels' | 'dance_roles' | 'accepts_couples' | 'is_accessible'
>;

export function offersOf(row: OfferColumns): number {
  const said: readonly string[] = [
    ...(row.lesson_places ?? []),
    ...(row.levels ?? []),
    ...(row.dance_roles ?? []),
  ];
  return bitsOf(
    ...BITS.filter((offer) => said.includes(offer)),
    ...(row.accepts_couples ? (['casais'] as const) : []),
    ...(row.is_accessible ? (['acessivel'] as const) : []),
  );
}
