import { useMemo } from 'react';
import { chooseMyCity, useFirstCities, useMyCity } from '@/reads/my-city';
import { useCatalog } from '@/reads/use-catalog';
import { useCities, useDanceStyles } from '@/reads/use-offered-names';
import { CityPill } from '@/ui/city/city-pill';
import { byPopularity } from '@/ui/dance-styles/popular';
import { Link } from '@/ui/link';
import { VisuallyHidden } from '@/ui/visually-hidden';
import { countLocally } from '../search-local';
import { NO_FILTERS, queryWithFilters } from './search-url';
import classes from './style-chips.module.css';

const SHOWN = 10;

/** The own city and the popular styles, each with how many teach it there. */
export function StyleChips() {
  const { data: items, status } = useDanceStyles();
  const { name: city } = useMyCity();
  const shown = useMemo(() => byPopularity(items, ({ name }) => name).slice(0, SHOWN), [items]);
  const counts = useCounts(city, shown);
  if (items.length === 0) return status === 'loading' ? <div className={classes.reserved} /> : null;
  return (
    <nav aria-label="Buscar por estilo">
      <ul className={classes.chips}>
        <li>
          <MyCityPill />
        </li>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <Link
              className={classes.chip}
              to={{
                pathname: '/search',
                search: queryWithFilters('', { ...NO_FILTERS, style: name, city: city ?? '' }),
              }}
            >
              {name}
              {counts && city ? <Count count={counts.get(name) ?? 0} city={city} /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Count({ count, city }: { count: number; city: string }) {
  return (
    <>
      <span className={classes.count} aria-hidden="true">
        {count}
      </span>
      <VisuallyHidden>
        : {count === 1 ? '1 professor' : `${count} professores`} em {city}
      </VisuallyHidden>
    </>
  );
}

/** Null without a city, or while the phone does not hold all listings. */
function useCounts(city: string | null, styles: readonly { name: string }[]): Map<string, number> | null {
  const catalog = useCatalog();
  return useMemo(() => {
    if (city === null || catalog.phase !== 'complete') return null;
    return new Map(styles.map(({ name }) => [name, countLocally(catalog, { style: name, city })]));
  }, [catalog, city, styles]);
}

/** 'Vitória · trocar': the own city, changed in one tap. The same for everybody until the app has started. */
export function MyCityPill() {
  const { name, isAll } = useMyCity();
  const { data: items, status } = useCities();
  return (
    <CityPill
      text={name ?? (isAll ? 'Todas as cidades' : 'Sua cidade')}
      changes={name !== null || isAll}
      {...{ items, status }}
      first={useFirstCities()}
      value={name ?? ''}
      onChoose={(next) => chooseMyCity(next || null)}
    />
  );
}
