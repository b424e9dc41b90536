/**
 * The criteria of a search beside name, style and city, and the order of its results. The server has the same rules
 * (app.search_teachers).
 *
 * 1. Filters: place, role, couples, accessible venue and check. A teacher without them is of no use to the person.
 * 2. Criteria that rank: area (bairro), times and level. A lesson in the next bairro is still one, so an area leaves
 *    nobody out. Of times and levels, a teacher who names others is left out, one who names none stays.
 * 3. Order: who fits more of the criteria that rank comes first; among equals, highlighted ones, then folded name, then
 *    id (`rankOf`). So a paid highlight never stands above a teacher who fits better.
 * 4. A value that is none of the known ones finds nobody.
 */

import { wantedBits } from '@/db/rows/availability';
import { CHECK_LETTERS, dayNumberOfCheck } from '@/db/rows/listed-checks';
import { fold } from '@/lib/text';
import type { ListingEntry } from './entry';
import { ANY_LEVEL, bitsOf, LEVELS, NOBODY, PLACES, WANTED_CHECKS, WANTED_ROLES } from './offers';

/** The names of the URL's parameters and of the procedures' `criteria`, in the order of chips and reasons. */
export const CRITERIA = ['area', 'when', 'level', 'place', 'role', 'couples', 'access', 'check'] as const;
export type Criterion = (typeof CRITERIA)[number];
/** Absent or empty: not asked for. */
export type Criteria = Partial<Record<Criterion, string | undefined>>;

/** The criteria that rank, in the order of their bits. */
const RANKING = ['area', 'when', 'level'] as const;
export type RankingCriterion = (typeof RANKING)[number];

/** Criteria as the search index compares them. */
export interface Demands {
  /** Folded; empty for any. */
  area: string;
  /** Bits of times; null for any, 0 for a text that is none. */
  slots: number | null;
  /** One bit of a level; null for any. */
  level: number | null;
  /** Bits that an offer has to have, all of them. */
  needs: number;
  /** Letter of a kind of check; null for any. */
  check: string | null;
}

export const NO_DEMANDS: Demands = { area: '', slots: null, level: null, needs: 0, check: null };

const knows = <T extends object>(table: T, key: string): key is keyof T & string => Object.hasOwn(table, key);

export function demandsOf(criteria: Criteria): Demands {
  const { area, when, level, place, role, couples, access, check } = Object.fromEntries(
    CRITERIA.map((name) => [name, fold(criteria[name] ?? '')]),
  ) as Record<Criterion, string>;
  const need = (isAsked: boolean, bits: number | false) => (isAsked ? bits || NOBODY : 0);
  return {
    area,
    slots: when === '' ? null : wantedBits(when),
    level: level === '' ? null : knows(LEVELS, level) ? bitsOf(level) : 0,
    needs:
      need(place !== '', knows(PLACES, place) && bitsOf(place)) |
      need(
        role !== '',
        knows(WANTED_ROLES, role) &&
          bitsOf(...(role === 'dois' ? (['conduz', 'conduzido'] as const) : [role])),
      ) |
      need(couples !== '', couples === 'sim' && bitsOf('casais')) |
      need(access !== '', access === 'sim' && bitsOf('acessivel')) |
      need(check !== '' && !knows(WANTED_CHECKS, check), false),
    check: knows(WANTED_CHECKS, check) ? CHECK_LETTERS[WANTED_CHECKS[check]] : null,
  };
}

/** The number of criteria that rank. */
export const ranksOf = ({ area, slots, level }: Demands): number =>
  Number(area !== '') + Number(slots !== null) + Number(level !== null);

type Offering = Pick<ListingEntry, 'offers' | 'slots' | 'area'>;

/** Whether filters, times and levels let a listing through. */
export function isWanted({ offers, slots }: Omit<Offering, 'area'>, wanted: Demands): boolean {
  if ((offers & wanted.needs) !== wanted.needs) return false;
  if (wanted.slots !== null && (wanted.slots === 0 || (slots !== 0 && (slots & wanted.slots) === 0))) {
    return false;
  }
  const levels = offers & ANY_LEVEL;
  return wanted.level === null || (wanted.level !== 0 && (levels === 0 || (levels & wanted.level) !== 0));
}

/** The criteria that rank and that a listing fits. */
export function fitsOf(offering: Offering, wanted: Demands): RankingCriterion[] {
  const fits: Record<RankingCriterion, boolean> = {
    area: wanted.area !== '' && offering.area.includes(wanted.area),
    when: (offering.slots & (wanted.slots ?? 0)) !== 0,
    level: (offering.offers & (wanted.level ?? 0)) !== 0,
  };
  return RANKING.filter((name) => fits[name]);
}

/** The length of `fitsOf`, without the list: it is counted for every listing. */
export const fitOf = ({ offers, slots, area }: Offering, wanted: Demands): number =>
  Number(wanted.area !== '' && area.includes(wanted.area)) +
  Number((slots & (wanted.slots ?? 0)) !== 0) +
  Number((offers & (wanted.level ?? 0)) !== 0);

/** Whether the checks of a listing include one that holds on this day, in days since 1970. */
export const isChecked = (checks: string, letter: string, day: number): boolean =>
  dayNumberOfCheck(checks, letter) > day;
