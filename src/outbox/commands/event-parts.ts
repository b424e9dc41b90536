/** The parts that the kinds of writes about events have in common. */

export const EVENT_GONE = 'Este evento não está mais na agenda.';
export const DAY_GONE = 'O evento não acontece mais neste dia.';
