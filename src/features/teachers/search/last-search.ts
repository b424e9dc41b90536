import { PRIVATE_PREFIX } from '@/auth/leaving/forget';
import { fieldsOf, isText, stored } from '@/lib/stored';
import { FILTER_MAX_LENGTH } from './search-url';

const kept = stored(`${PRIVATE_PREFIX}style`, (value) => {
  const { style } = fieldsOf(value);
  return isText(style) ? { style } : null;
});

/** URL of the last search, so that a teacher's page can link back to it. */
let address = '/search';

export function rememberSearch(pathname: string, query: string): void {
  address = `${pathname}${query}`;
  const style = new URLSearchParams(query).get('style')?.slice(0, FILTER_MAX_LENGTH);
  if (style && style !== lastStyle()) kept.write({ style });
}

/** Name of the style of the last search that had one, also of an earlier visit; empty for none. */
export function lastStyle(): string {
  return kept.read()?.style ?? '';
}

export function lastSearch(): string {
  return address;
}
