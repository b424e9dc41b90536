/** The wish of an alert, in ids and in words. */
import { inPlace } from '@/lib/portuguese';
import { fold } from '@/lib/text';
import type { AlertWish } from '@/outbox/commands/alert-parts';

/** The same for the same wish: the server compares a bairro in this way too. */
export const alertKey = ({ style_id, city_id, neighborhood }: AlertWish): string =>
  [style_id ?? '', city_id ?? '', fold(neighborhood ?? '')].join('/');

/** The words of a search; empty for any. */
export interface Sought {
  style: string;
  city: string;
  area: string;
}

/** 'Zouk em Vitória, Jardim da Penha', 'Zouk em qualquer cidade', 'Aulas em Vitória'. */
export function soughtWords({ style, city, area }: Sought): string {
  const where = city === '' ? 'em qualquer cidade' : inPlace(city);
  return `${style || 'Aulas'} ${where}${city !== '' && area !== '' ? `, ${area}` : ''}`;
}

interface Names {
  styleName(id: string): string | null;
  cityName(id: string): string | null;
}

export const soughtOf = ({ style_id, city_id, neighborhood }: AlertWish, names: Names): Sought => ({
  style: style_id === null ? '' : (names.styleName(style_id) ?? 'Um estilo'),
  city: city_id === null ? '' : (names.cityName(city_id) ?? 'uma cidade'),
  area: neighborhood ?? '',
});
