/**
 * When a teacher gives lessons, in the words of a lesson request: seven days × three times, as texts like
 * 'segunda-manha'. In the search record they are one number of 21 bits.
 */

import { fold } from '@/lib/text';

export const DAYS = {
  segunda: 'Segunda',
  terca: 'Terça',
  quarta: 'Quarta',
  quinta: 'Quinta',
  sexta: 'Sexta',
  sabado: 'Sábado',
  domingo: 'Domingo',
} as const;

export const TIMES = { manha: 'Manhã', tarde: 'Tarde', noite: 'Noite' } as const;

export type Day = keyof typeof DAYS;
export type Time = keyof typeof TIMES;

export const DAY_KEYS = Object.keys(DAYS) as Day[];
export const TIME_KEYS = Object.keys(TIMES) as Time[];

/** In the order of the week; a slot's place is its bit. */
const SLOTS = DAY_KEYS.flatMap((day) => TIME_KEYS.map((time) => ({ day, time, key: `${day}-${time}` })));

export const slotOf = (day: Day, time: Time): string => `${day}-${time}`;

/** One bit for each known slot; others are passed over. */
export function slotBits(slots: readonly string[]): number {
  return SLOTS.reduce((bits, { key }, place) => (slots.includes(key) ? bits | (1 << place) : bits), 0);
}

/** The slots of these bits, in the order of the week. */
export const slotsIn = (bits: number): string[] =>
  SLOTS.filter((_, place) => (bits & (1 << place)) !== 0).map(({ key }) => key);

/** Between the parts of a filter: 'sabado-manha.noite'. */
export const BETWEEN = '.';

/** The slots that fit one of a filter's parts; none for another text. As app.slots_of in the database. */
export function wantedSlots(filter: string): string[] {
  const parts = fold(filter).split(BETWEEN);
  return SLOTS.filter((slot) => Object.values(slot).some((wanted) => parts.includes(wanted))).map(
    ({ key }) => key,
  );
}

/** The same as bits; 0 for a text that is no filter, which finds nobody. */
export const wantedBits = (filter: string): number => slotBits(wantedSlots(filter));

/** As a part of the day is said. */
export const AT = { manha: 'de manhã', tarde: 'à tarde', noite: 'à noite' } as const;
