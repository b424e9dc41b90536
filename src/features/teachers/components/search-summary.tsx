import { memo } from 'react';
import { timeSince } from '@/lib/dates';
import { RefreshIcon, VerifiedIcon } from '@/ui/icons';
import { useLargeScreen } from '@/ui/use-large-screen';
import { useNow } from '@/ui/use-now';
import type { TeacherSearch } from '../queries';
import classes from './search-summary.module.css';
import { SyncProgress } from './sync-progress';

/** How many there are, how fresh that is, and the way to ask again. */
export function SearchSummary({ search }: { search: TeacherSearch }) {
  const { data: result, status, progress, syncedAt, refreshing, refresh } = search;
  const now = useNow();
  const device = useLargeScreen() ? 'neste aparelho' : 'neste celular';
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
        {/* In the place of the age, so that its coming and going moves nothing. */}
        {progress ? <SyncProgress {...progress} /> : null}
        {progress || syncedAt === null ? null : (
          <span>
            salvos {timeSince(syncedAt, now)} {device}
          </span>
        )}
        {status === 'failed' && !result ? null : <RefreshButton refreshing={refreshing} refresh={refresh} />}
      </div>
    </div>
  );
}

/**
 * Apart, so that a keystroke, which changes the count above, does not draw it again. Not Mantine's button: its loader
 * comes and goes in transitions that draw the page twice more in the middle of a first sync.
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
      // Not `disabled`: the focus would be lost.
      aria-disabled={refreshing}
      onClick={refreshing ? undefined : () => void refresh()}
    >
      <RefreshIcon size={18} />
      Atualizar
    </button>
  );
});
