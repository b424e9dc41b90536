/**
 * Formats numbers, lists and months in Portuguese for the first paint of public pages. The browser's own formatters
 * give the same result, but creating the first one takes a slow phone a tenth of a second.
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

/** Brasília's offset from UTC; there has been no summer time since 2019. */
const BRASILIA = -3 * 3_600_000;

/** A whole number with separators: '1.325'. */
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

/** Cities and states with an article. All others are 'em'; names that are both, such as Rio de Janeiro, agree. */
const WITH_ARTICLE: Readonly<Record<'no' | 'na', readonly string[]>> = {
  no: [
    ...['Rio de Janeiro', 'Recife', 'Cabo de Santo Agostinho', 'Crato', 'Gama', 'Guarujá'],
    ...[
      'Acre',
      'Amapá',
      'Amazonas',
      'Ceará',
      'Distrito Federal',
      'Espírito Santo',
      'Maranhão',
      'Pará',
      'Paraná',
    ],
    ...['Piauí', 'Rio Grande do Norte', 'Rio Grande do Sul', 'Tocantins'],
  ],
  na: ['Bahia', 'Paraíba', 'Serra'],
};

/** 'no Rio de Janeiro', 'na Bahia', 'em Vitória'. */
export function inPlace(name: string): string {
  const article = (['no', 'na'] as const).find((one) => WITH_ARTICLE[one].includes(name.trim()));
  return `${article ?? 'em'} ${name}`;
}
