import { visibleText } from '@/db/search/name-query';
import type { Href } from '@/lib/paths';
import { fold } from '@/lib/text';
import { FILTER_MAX_LENGTH, NO_FILTERS, queryWithFilters } from './search-url';

/** The known name equal to `text`, ignoring accents and case. */
function known(text: string, names: readonly string[]): string | undefined {
  const wanted = fold(text);
  return wanted === '' ? undefined : names.find((name) => fold(name) === wanted);
}

/**
 * URL of the search for a free text: 'Forró', 'São Paulo' and 'Forró em São Paulo' become style and city when both are
 * known; any other text is searched as a name.
 */
export function addressForText(text: string, styles: readonly string[], cities: readonly string[]): Href {
  const asked = visibleText(text).trim().slice(0, FILTER_MAX_LENGTH);
  const [, before = '', after = ''] = /^(.*\S)\s+em\s+(\S.*)$/i.exec(asked) ?? [];
  const style = known(asked, styles) ?? known(before, styles) ?? '';
  const city = known(asked, cities) ?? known(after, cities) ?? '';
  const rest = city !== '' && before !== '' && style === '' ? before : asked;
  // 'Forró em Marte' is searched as a name: the style alone would hide that Mars has no teachers.
  const understood = known(asked, styles) || known(asked, cities) || (style !== '' && city !== '');
  const filters = understood ? { ...NO_FILTERS, style, city } : { ...NO_FILTERS, name: rest, city: city };
  return `/search${queryWithFilters('', filters)}`;
}
