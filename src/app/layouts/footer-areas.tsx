import { useId } from 'react';
import { slugOf } from '@/lib/slug';
import { useAreas } from '@/reads/use-areas';
import { Link } from '@/ui/link';
import classes from './footer.module.css';

/** The cities with most teachers, each with its place in the list of all. */
export default function FooterAreas() {
  const areas = useAreas('footer');
  const id = useId();
  if (areas.length === 0) return null;
  return (
    <div>
      <h2 id={id} className={classes.title}>
        Aulas por cidade
      </h2>
      <ul className={classes.row} aria-labelledby={id}>
        {areas.map(({ city }) => (
          <li key={city}>
            <Link to={`/aulas#${slugOf(city)}`} aria-label={`Aulas de dança: ${city}`}>
              {city}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
