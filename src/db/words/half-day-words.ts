/** The search's time filter in words. Apart from half-days.ts, because the first screen loads it. */

import { AT, BETWEEN, DAY_KEYS, DAYS, slotOf, TIME_KEYS } from '@/db/rows/availability';
import { fold } from '@/lib/text';

/** Each wish of a filter: 'sabado-manha.noite' has two. */
export const partsOf = (filter: string): string[] => filter.split(BETWEEN).filter((part) => part !== '');

/** 'Sábado de manhã', 'Sábado', 'À noite', several with commas; the text itself where it is no filter. */
export const filterText = (filter: string): string => partsOf(filter).map(partText).join(', ');

function partText(part: string): string {
  const wanted = fold(part);
  const time = TIME_KEYS.find((one) => one === wanted);
  if (time) return AT[time].charAt(0).toUpperCase() + AT[time].slice(1);
  for (const day of DAY_KEYS) {
    if (wanted === day) return DAYS[day];
    const at = TIME_KEYS.find((one) => wanted === slotOf(day, one));
    if (at) return `${DAYS[day]} ${AT[at]}`;
  }
  return part;
}
