import { useDanceStyles } from '@/reads/use-offered-names';
import { Link } from '@/ui/link';
import { NO_FILTERS, queryWithFilters } from './search-url';
import classes from './style-chips.module.css';

/** The most popular styles, shown first where they exist. */
const FIRST = [
  'Forró',
  'Zouk',
  'Samba de Gafieira',
  'Salsa',
  'Bachata',
  'Tango',
  'Samba',
  'West Coast Swing',
];
const SHOWN = 10;

function place(name: string): number {
  const index = FIRST.indexOf(name);
  return index < 0 ? FIRST.length : index;
}

export function StyleChips() {
  const { data: items, status } = useDanceStyles();
  if (items.length === 0) return status === 'loading' ? <div className={classes.reserved} /> : null;
  const shown = items.toSorted((one, other) => place(one.name) - place(other.name)).slice(0, SHOWN);
  return (
    <nav aria-label="Buscar por estilo">
      <ul className={classes.chips}>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <Link
              className={classes.chip}
              to={{ pathname: '/search', search: queryWithFilters('', { ...NO_FILTERS, style: name }) }}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
