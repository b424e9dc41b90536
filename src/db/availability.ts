/**
 * When a teacher gives lessons, in the words of a lesson request: seven days × three times, as texts like
 * 'segunda-manha'. In the search record they are one number of 21 bits.
 */

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

/** Days with their times, in the week's order, without the days that have none. */
export function daysOffered(slots: readonly string[]): { day: Day; times: Time[] }[] {
  return DAY_KEYS.map((day) => ({
    day,
    times: TIME_KEYS.filter((time) => slots.includes(slotOf(day, time))),
  })).filter(({ times }) => times.length > 0);
}

/** The times that are offered on some day. */
export function timesOffered(slots: readonly string[]): Time[] {
  return TIME_KEYS.filter((time) => DAY_KEYS.some((day) => slots.includes(slotOf(day, time))));
}

/** A filter: a day ('sabado'), a time ('manha') or both ('sabado-manha'). */
export interface WantedTime {
  day: Day | '';
  time: Time | '';
}

export function wantedTime(filter: string): WantedTime {
  const parts = filter.split('-');
  return {
    day: DAY_KEYS.find((day) => parts.includes(day)) ?? '',
    time: TIME_KEYS.find((time) => parts.includes(time)) ?? '',
  };
}

export function filterOf({ day, time }: WantedTime): string {
  return [day, time].filter((part) => part !== '').join('-');
}

/** The slots that fit a filter; 0 for a text that is none, which finds nobody. As app.slots_of in the database. */
export function wantedBits(filter: string): number {
  return SLOTS.reduce(
    (bits, { key, day, time }, place) => ([key, day, time].includes(filter) ? bits | (1 << place) : bits),
    0,
  );
}

/** 'Sábado de manhã', 'Sábado', 'De manhã'; the text itself where it is no filter. */
export function filterText(filter: string): string {
  const { day, time } = wantedTime(filter);
  const at = time === '' ? '' : time === 'manha' ? 'de manhã' : time === 'tarde' ? 'à tarde' : 'à noite';
  if (day !== '') return at === '' ? DAYS[day] : `${DAYS[day]} ${at}`;
  return at === '' ? filter : at.charAt(0).toUpperCase() + at.slice(1);
}
