import { memo, type ReactNode, type RefObject, Suspense, useCallback, useState } from 'react';
import { timeSince } from '@/lib/dates';
import { RefreshIcon, VerifiedIcon } from '@/ui/icons';
import { drawnOptional, later } from '@/ui/later';
import { Link } from '@/ui/link';
import { onDemand } from '@/ui/on-demand';
import { useAfterPaint } from '@/ui/use-after-paint';
import { usePhoneNow } from '@/ui/use-clock';
import { useScreen } from '@/ui/use-large-screen';
import type { TeacherSearch } from '../queries';
import type { SearchResult } from '../schema';
import { ClearFilters } from './clear-filters';
import classes from './search-summary.module.css';
import { countFilters, criteriaKey } from './search-url';
import { SyncProgress } from './sync-progress';
import type { SearchFilterControls } from './use-search-filters';

/** Not in the first bundle; their line is as high without them. */
const SearchCity = later(() => import('./search-city'));
const ActiveFilters = drawnOptional(() => import('./active-filters'));
const [VerifiedSheet] = onDemand(() => import('./verified-sheet'));

interface SearchSummaryProps {
  search: TeacherSearch;
  /** No teacher is listed at all: the note about checks is left out. */
  isNobody: boolean | undefined;
  controls: SearchFilterControls;
  /** The button that opens the filters on a phone: gets the focus of a filter that is taken off. */
  opener: RefObject<HTMLButtonElement | null>;
}

/** Number of results, their age, a button to refresh, the city, and on a phone the filters that are set. */
export function SearchSummary({ search, isNobody, controls, opener }: SearchSummaryProps) {
  const { data: result, status, keepsOnly, progress, syncedAt, refreshing, refresh } = search;
  const now = usePhoneNow();
  return (
    <div className={classes.summary}>
      <p className={classes.count} role="status" aria-live="polite">
        {status === 'loading' ? 'Buscando professores...' : null}
        {status === 'ready' && result ? foundText(result.totalCount) : null}
      </p>
      {isNobody ? null : <VerifiedNote />}
      <div className={classes.refreshing}>
        {status === 'failed' && !result ? null : <RefreshButton refreshing={refreshing} refresh={refresh} />}
      </div>
      <Foot controls={controls} opener={opener} isBusy={progress !== null} note={noteOf(result)}>
        {/* Takes the place of the age, so that nothing moves when it appears or disappears. */}
        {progress ? <SyncProgress {...progress} /> : null}
        {keepsOnly ? <KeepsOnly city={keepsOnly.city} /> : null}
        {progress || keepsOnly || syncedAt === null ? null : (
          <span className={classes.age}>Atualizado {timeSince(syncedAt, now)}</span>
        )}
      </Foot>
    </div>
  );
}

/** With data being saved. A tap leads to the setting. */
function KeepsOnly({ city }: { city: string | null }) {
  return (
    <Link to="/economia-de-dados" className={classes.kept}>
      {city === null ? 'Nada salvo: economia de dados' : `Salvo aqui: só ${city}`}
    </Link>
  );
}

/** A tap says what was checked. */
const VerifiedNote = memo(function VerifiedNote() {
  // Number of presses since the sheet last closed; 0 while it is closed.
  const [asked, setAsked] = useState(0);
  return (
    <div className={classes.note}>
      <button
        type="button"
        className={classes.verified}
        aria-haspopup="dialog"
        onClick={() => setAsked((times) => times + 1)}
      >
        <VerifiedIcon size={18} />
        <span>Todos os professores são verificados</span>
      </button>
      {asked > 0 ? <VerifiedSheet asked={asked} onClose={() => setAsked(0)} /> : null}
    </div>
  );
});

interface FootProps extends Omit<SearchSummaryProps, 'search' | 'isNobody'> {
  /** A first sync is running. */
  isBusy: boolean;
  /** How well the results fit; null where nothing is to be said. */
  note: string | null;
  /** Age or progress. */
  children: ReactNode;
}

/** City, age and, on a phone, the set filters: one line that scrolls sideways, no higher than without filters. */
function Foot({ controls, opener, isBusy, note, children }: FootProps) {
  const { filters, setStyle, setCity, setCriterion, clear } = controls;
  const { style, city } = filters;
  const isPhone = useScreen() !== true;
  // Rendered after the paint: the button that the first letter adds or removes must not delay it.
  const any = useAfterPaint(countFilters(filters) > 0);
  // The focused button disappears with its filter.
  const moveFocus = useCallback(() => opener.current?.focus(), [opener]);
  return (
    <div
      className={classes.foot}
      data-filtered={(isPhone && any) || undefined}
      data-busy={isBusy || undefined}
    >
      <div className={classes.fresh}>{children}</div>
      {note ? <p className={classes.best}>{note}</p> : null}
      {isPhone && countFilters(filters) > 0 ? (
        <Suspense fallback={null}>
          <ActiveFilters
            {...{ style, city, criteria: criteriaKey(filters), setStyle, setCity, setCriterion }}
            onRemove={moveFocus}
          />
        </Suspense>
      ) : null}
      <SearchCity city={city} onCity={setCity} isInChips={isPhone} />
      {isPhone && any ? <ClearFilters clear={clear} onRemove={moveFocus} /> : null}
    </div>
  );
}

function noteOf(result: SearchResult | null): string | null {
  if (!result || result.totalCount === 0) return null;
  const { bestCount, emptyArea, isSimilar } = result;
  if (emptyArea) return `Ninguém em ${emptyArea}: veja outros bairros`;
  if (isSimilar) return 'Ninguém com este nome: veja parecidos';
  if (bestCount === undefined) return null;
  if (bestCount === 0) return 'Ninguém combina com tudo';
  return bestCount === 1 ? '1 combina com tudo' : `${bestCount} combinam com tudo`;
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
