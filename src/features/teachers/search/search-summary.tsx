import { memo } from 'react';
import { timeSince } from '@/lib/dates';
import { RefreshIcon, VerifiedIcon } from '@/ui/icons';
import { later } from '@/ui/later';
import { useNow } from '@/ui/use-now';
import type { TeacherSearch } from '../queries';
import classes from './search-summary.module.css';
import { SyncProgress } from './sync-progress';

/** Not in the first bundle; its line is as high without it. */
const SearchCity = later(() => import('./search-city'));

/** Number of results, their age, a button to refresh, and the city. */
export function SearchSummary({
  search,
  city,
  onCity,
}: {
  search: TeacherSearch;
  city: string;
  onCity(city: string): void;
}) {
  const { data: result, status, progress, syncedAt, refreshing, refresh } = search;
  const now = useNow();
  return (
    <div className={classes.summary}>
      <p className={classes.count} role="status" aria-live="polite">
        {status === 'loading' ? 'Buscando professores...' : null}
        {status === 'ready' && result ? foundText(result.totalCount) : null}
      </p>
      <p className={classes.note}>
        <VerifiedIcon size={18} />
        Todos os professores são verificados
      </p>
      <div className={classes.refreshing}>
        {status === 'failed' && !result ? null : <RefreshButton refreshing={refreshing} refresh={refresh} />}
      </div>
      <div className={classes.foot}>
        <div className={classes.fresh} data-progress={progress !== null || undefined}>
          {/* Takes the place of the age, so that nothing moves when it appears or disappears. */}
          {progress ? <SyncProgress {...progress} /> : null}
          {progress || syncedAt === null ? null : (
            <span className={classes.age}>Atualizado {timeSince(syncedAt, now)}</span>
          )}
        </div>
        <SearchCity city={city} onCity={onCity} />
      </div>
    </div>
  );
}

const foundText = (total: number) =>
  total === 1 ? '1 professor encontrado' : `${total} professores encontrados`;

/**
 * Memoised, so that a keystroke, which changes the count above, does not render it. Not Mantine's button: its loader
 * has transitions that render the page twice more during a first sync.
 */
const RefreshButton = memo(function RefreshButton({
  refreshing,
  refresh,
}: Pick<TeacherSearch, 'refreshing' | 'refresh'>) {
  return (
    <button
      type="button"
      className={classes.refresh}
      aria-busy={refreshing}
      // Not `disabled`, which would lose the focus.
      aria-disabled={refreshing}
      onClick={refreshing ? undefined : () => void refresh()}
    >
      <RefreshIcon size={18} />
      Atualizar
    </button>
  );
});
