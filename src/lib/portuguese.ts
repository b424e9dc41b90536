/**
 * Numbers, lists and months as Portuguese writes them, for what public pages show at once. The browser's own formatters
 * say the same, but the first of them costs a slow phone a tenth of a second.
 */
const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
] as const;

/** Brasília's distance from UTC; it has had no summer time since 2019. */
const BRASILIA = -3 * 3_600_000;

/** '1.325' of a whole number. */
export function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, '.');
}

/** 'Forró, Samba e Zouk'. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1);
  return last === undefined || words.length === 1
    ? (last ?? '')
    : `${words.slice(0, -1).join(', ')} e ${last}`;
}

/** 'março de 2026' by Brasília's clock, for a date after 2019. */
export function monthOf(date: Date): string {
  const there = new Date(date.getTime() + BRASILIA);
  return `${MONTHS[there.getUTCMonth()]} de ${there.getUTCFullYear()}`;
}
