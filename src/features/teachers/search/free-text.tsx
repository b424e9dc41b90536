import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { learnMyCity } from '@/reads/my-city';
import { useCities, useDanceStyles } from '@/reads/use-offered-names';
import { useNavigate } from '@/ui/navigate';
import { addressForText } from './hero-query';
import { FREE_TEXT } from './search-url';

/** Understands the text that the home page's form sent without scripts, as soon as styles and cities are known. */
export function FreeText() {
  const { search } = useLocation();
  const asked = new URLSearchParams(search);
  return asked.has(FREE_TEXT) ? <Understood text={asked.get('name') ?? ''} /> : null;
}

function Understood({ text }: { text: string }) {
  const navigate = useNavigate();
  const styles = useDanceStyles();
  const cities = useCities();
  const isKnown = styles.status === 'ready' && cities.status === 'ready';
  useEffect(() => {
    if (!isKnown) return;
    const names = [styles.data, cities.data].map((items) => items.map(({ name }) => name));
    const address = addressForText(text, names[0] ?? [], names[1] ?? []);
    learnMyCity(new URL(address, location.origin).searchParams.get('city') ?? '');
    navigate(address, { replace: true });
  }, [isKnown, styles.data, cities.data, text, navigate]);
  return null;
}
