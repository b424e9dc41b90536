import { LEVELS, PLACES, WANTED_CHECKS, WANTED_ROLES } from '@/db/search/offers';
import type { Criterion } from '@/db/search/search-rules';
import { CHECK_WORDS } from '@/db/words/check-words';
import { filterText } from '@/db/words/half-day-words';
import { fold } from '@/lib/text';

type Words = Readonly<Record<string, string>>;

/** The values of a criterion with their words, in the order of a list. */
export const CRITERION_WORDS = {
  level: LEVELS,
  place: PLACES,
  role: WANTED_ROLES,
  couples: { sim: 'Aceita casais' },
  access: { sim: 'Lugar acessível' },
  check: Object.fromEntries(
    Object.entries(WANTED_CHECKS).map(([value, kind]) => [
      value,
      `${CHECK_WORDS[kind].name} ${CHECK_WORDS[kind].checked}`,
    ]),
  ),
} as const satisfies Partial<Record<Criterion, Words>>;

/** A known value of a criterion in the spelling of its table, and its words. Null for an area and an unknown value. */
export function knownCriterion(
  name: Exclude<Criterion, 'when'>,
  typed: string,
): { value: string; text: string } | null {
  const words: Words = name === 'area' ? {} : CRITERION_WORDS[name];
  const value = fold(typed);
  // Not `words[value]`: an address may name 'constructor'.
  return Object.hasOwn(words, value) ? { value, text: words[value] ?? '' } : null;
}

/** 'Sábado de manhã', 'Iniciante'; the text itself where it is none of the known ones. */
export function criterionText(name: Criterion, value: string): string {
  if (name === 'when') return filterText(value);
  return knownCriterion(name, value)?.text ?? value;
}
