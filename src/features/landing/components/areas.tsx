import type { Area } from '@/db/memory/areas';
import { inPlace } from '@/lib/portuguese';
import { slugOf } from '@/lib/slug';
import { lessonsPath } from '../places';
import { LinkList } from './sister-links';
import classes from './sister-links.module.css';

interface AreaLinksProps {
  areas: readonly Area[];
  /** Of the navigation. */
  label: string;
  /** Of the cities' headings. */
  level?: 2 | 3;
}

/** Links to the pages of styles by city. Each city can be jumped to: /aulas#curitiba. */
export function AreaLinks({ areas, label, level = 3 }: AreaLinksProps) {
  return (
    <nav className={classes.all} aria-label={label}>
      {areas.map(({ city, styles }) => (
        <LinkList
          key={city}
          id={slugOf(city)}
          title={city}
          level={level}
          links={styles.map(({ style, count }) => ({
            path: lessonsPath(style, city),
            label: style,
            about: `${style} ${inPlace(city)}, ${count} professores`,
          }))}
        />
      ))}
    </nav>
  );
}
