import { CRITERIA } from '@/db/search/search-rules';
import { FILTER_DELAY, NAME_DELAY, type SearchFilters, STYLE_SETTLE } from './schema';

/**
 * Milliseconds to wait before a procedure is called for `next`: long enough to finish typing or choosing; zero for the
 * first search and for another page.
 */
export function searchDelay(before: SearchFilters | null, next: SearchFilters): number {
  if (!before) return 0;
  if (before.name !== next.name || before.area !== next.area) return NAME_DELAY;
  if (before.style !== next.style) return STYLE_SETTLE;
  const isChosen = before.city !== next.city || CRITERIA.some((name) => before[name] !== next[name]);
  return isChosen ? FILTER_DELAY : 0;
}
