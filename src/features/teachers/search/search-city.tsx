import { memo } from 'react';
import { chooseMyCity, useFirstCities, useMyCity } from '@/reads/my-city';
import { useCities } from '@/reads/use-offered-names';
import { CityPill } from '@/ui/city/city-pill';
import { FreeText } from './free-text';
import classes from './search-city.module.css';

interface SearchCityProps {
  /** Name of the city in the filters; empty for all. */
  city: string;
  onCity(city: string): void;
  /** The chosen city stands in a chip beside it, so that the pill shows only 'trocar'. */
  isInChips: boolean;
}

/**
 * Offers the own city, since a search without a city stays a search in all of Brazil. Choosing another city here
 * changes the own one too.
 */
export default memo(function SearchCity({ city, onCity, isInChips }: SearchCityProps) {
  const { name: own } = useMyCity();
  const { data: items, status } = useCities();
  const first = useFirstCities();
  const choose = (name: string) => {
    chooseMyCity(name || null);
    onCity(name);
  };
  const offer = city === '' ? own : null;
  return (
    <div className={classes.city}>
      <FreeText />
      {offer ? (
        <button type="button" className={classes.only} onClick={() => onCity(offer)}>
          Só em {offer}
        </button>
      ) : null}
      <CityPill
        text={city || (offer ? '' : 'Escolher cidade')}
        isShort={offer !== null || (isInChips && city !== '')}
        changes={city !== '' || offer !== null}
        {...{ items, status, first }}
        value={city}
        onChoose={choose}
      />
    </div>
  );
});
