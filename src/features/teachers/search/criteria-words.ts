import { filterText } from '@/db/availability';
import { CHECK_WORDS } from '@/db/check-words';
import { LEVELS, PLACES, WANTED_CHECKS, WANTED_ROLES } from '@/db/offers';
import type { Criterion } from '@/db/search-rules';
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

/** 'Sábado de manhã', 'Iniciante'; the text itself where it is none of the known ones. */
export function criterionText(name: Criterion, value: string): string {
  if (name === 'when') return filterText(value);
  const words: Words = name === 'area' ? {} : CRITERION_WORDS[name];
  return words[fold(value)] ?? value;
}
