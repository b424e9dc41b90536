import { chooseMyCity, useFirstCities, useMyCity } from '@/reads/my-city';
import { useCities } from '@/reads/use-offered-names';
import { CityPill } from '@/ui/city/city-pill';

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
