import { memo } from 'react';
import { timeSince } from '@/lib/dates';
import { RefreshIcon, VerifiedIcon } from '@/ui/icons';
import { useNow } from '@/ui/use-now';
import type { TeacherSearch } from '../queries';
import classes from './search-summary.module.css';
import { SyncProgress } from './sync-progress';

/** Number of results, their age, and a button to refresh. */
export function SearchSummary({ search }: { search: TeacherSearch }) {
  const { data: result, status, progress, syncedAt, refreshing, refresh } = search;
  const now = useNow();
  return (
    <div className={classes.summary}>
      <div>
        <p className={classes.count} role="status" aria-live="polite">
          {status === 'loading' ? 'Buscando professores...' : null}
          {status === 'ready' && result ? `${result.totalCount} professores encontrados` : null}
        </p>
        <p className={classes.note}>
          <VerifiedIcon size={18} />
          Todos os professores são verificados
        </p>
      </div>
      <div className={classes.fresh}>
        {/* Takes the place of the age, so that nothing moves when it appears or disappears. */}
        {progress ? <SyncProgress {...progress} /> : null}
        {progress || syncedAt === null ? null : <span>Atualizado {timeSince(syncedAt, now)}</span>}
        {status === 'failed' && !result ? null : <RefreshButton refreshing={refreshing} refresh={refresh} />}
      </div>
    </div>
  );
}

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
