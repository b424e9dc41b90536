import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { learnMyCity } from '@/reads/my-city';
import { useCities, useDanceStyles } from '@/reads/use-offered-names';
import { useNavigate } from '@/ui/navigate';
import { addressForText } from './hero-query';

/** Understands the text that the home page's form sent without scripts, as soon as styles and cities are known. */
export default function FreeText() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const styles = useDanceStyles();
  const cities = useCities();
  const isKnown = styles.status === 'ready' && cities.status === 'ready';
  useEffect(() => {
    if (!isKnown) return;
    const names = [styles.data, cities.data].map((items) => items.map(({ name }) => name));
    const address = addressForText(
      new URLSearchParams(search).get('name') ?? '',
      names[0] ?? [],
      names[1] ?? [],
    );
    learnMyCity(new URL(address, location.origin).searchParams.get('city') ?? '');
    navigate(address, { replace: true });
  }, [isKnown, styles.data, cities.data, search, navigate]);
  return null;
}
