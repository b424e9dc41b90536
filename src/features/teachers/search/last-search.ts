import { PRIVATE_PREFIX } from '@/auth/leaving/forget';
import { fieldsOf, isText, stored } from '@/lib/stored';
import { filtersFromQuery, NO_PRESET, type SearchPreset } from './search-url';

const kept = stored(`${PRIVATE_PREFIX}style`, (value) => {
  const { style } = fieldsOf(value);
  return isText(style) ? { style } : null;
});

/** URL of the last search, so that a teacher's page can link back to it. */
let address = '/search';
let preset: SearchPreset = NO_PRESET;

/** `presets`: style and city of a landing page, which its query does not name. */
export function rememberSearch(pathname: string, query: string, presets: SearchPreset = NO_PRESET): void {
  address = `${pathname}${query}`;
  preset = presets;
  const { style } = filtersFromQuery(query, presets);
  if (style && style !== lastStyle()) kept.write({ style });
}

/** Name of the style of the last search that had one, also of an earlier visit; empty for none. */
export function lastStyle(): string {
  return kept.read()?.style ?? '';
}

export function lastSearch(): string {
  return address;
}

export function lastPreset(): SearchPreset {
  return preset;
}
