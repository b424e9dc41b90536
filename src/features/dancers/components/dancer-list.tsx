import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useMyCity } from '@/reads/my-city';
import { CityFilter } from '@/ui/city/city-filter';
import { StyleFilter } from '@/ui/dance-styles/style-filter';
import { Link } from '@/ui/link';
import { PinIcon } from '@/ui/more-icons';
import { Notice } from '@/ui/notice';
import { choicesOf, filterDancers } from '../filter';
import type { useDancers } from '../queries';
import { type Dancer, toDancer } from '../schema';
import { Unavailable } from './dancer-view';
import classes from './dancers.module.css';

type Names = readonly { id: string; name: string }[];

interface DancerListProps {
  query: ReturnType<typeof useDancers>;
  cities: Names;
  styles: Names;
  portrait(dancer: Dancer, className: string | undefined): ReactNode;
  /** Drawn when there are no dancers yet. */
  invitation: ReactNode;
}

const STYLES_ON_CARD = 3;

/** Lists the dancers with a public page, filtered by the city and style in the address. */
export function DancerList({ query, cities, styles, portrait, invitation }: DancerListProps) {
  const [params, setParams] = useSearchParams();
  const filter = { city: params.get('cidade') ?? '', style: params.get('estilo') ?? '' };
  const dancers = useMemo(
    () => query.data.map((facts) => toDancer(facts, cities, styles)),
    [query.data, cities, styles],
  );
  const { name: own } = useMyCity();
  const choices = useMemo(() => choicesOf(dancers), [dancers]);
  if (query.status === 'loading') {
    return (
      <div className={classes.waiting} role="status" aria-busy="true">
        Carregando bailudos…
      </div>
    );
  }
  if (query.status !== 'ready') return <Unavailable retry={query.retry} />;
  if (dancers.length === 0) {
    return (
      <Notice
        title="Ninguém por aqui ainda"
        text="Quem mostra sua página aparece nesta lista. Que tal ser a primeira pessoa?"
        action={invitation}
      />
    );
  }
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  const shown = filterDancers(dancers, filter);
  return (
    <>
      <div className={classes.filters}>
        <CityFilter
          all="Todas"
          items={choices.cities.map((name) => ({ id: name, name }))}
          status="ready"
          first={own === null ? [] : [own]}
          value={filter.city}
          onChange={(city) => set('cidade', city)}
        />
        <StyleFilter
          label="Estilo de dança"
          all="Todos"
          items={choices.styles.map((name) => ({ id: name, name }))}
          status="ready"
          value={filter.style}
          onChange={(style) => set('estilo', style)}
        />
      </div>
      <p role="status" className={classes.count}>
        {shown.length === 1 ? '1 bailudo' : `${shown.length} bailudos`}
      </p>
      {shown.length === 0 ? (
        <Notice
          title="Ninguém com esta combinação"
          text="Tente outra cidade ou outro estilo."
          action={
            <Link to="/comunidade/bailudos" replace>
              Limpar filtros
            </Link>
          }
        />
      ) : (
        <ul className={classes.grid} aria-label="Bailudos">
          {shown.map((dancer) => (
            <Card key={dancer.id} dancer={dancer} portrait={portrait} />
          ))}
        </ul>
      )}
    </>
  );
}

function Card({ dancer, portrait }: { dancer: Dancer; portrait: DancerListProps['portrait'] }) {
  const { id, name, cityName, styles, bio } = dancer;
  const more = styles.length - STYLES_ON_CARD;
  return (
    <li className={classes.card}>
      {portrait(dancer, classes.face)}
      <div className={classes.words}>
        <Link to={`/comunidade/bailudo/${id}`} className={classes.name ?? ''}>
          {name}
        </Link>
        {cityName ? (
          <p className={classes.place}>
            <PinIcon size={16} />
            {cityName}
          </p>
        ) : null}
        {styles.length > 0 ? (
          <p className={classes.styles}>
            {styles.slice(0, STYLES_ON_CARD).join(' · ')}
            {more > 0 ? ` +${more}` : ''}
          </p>
        ) : null}
        {bio ? <p className={classes.bio}>{bio}</p> : null}
      </div>
    </li>
  );
}
