import type { ReactNode } from 'react';
import { monthAndYear } from '@/lib/dates';
import type { Href } from '@/lib/paths';
import { Link } from '@/ui/link';
import type { SupportersByTier } from '../queries';
import type { Supporter } from '../schema';
import classes from './supporter-wall.module.css';

interface SupporterWallProps {
  tiers: SupportersByTier['tiers'];
  /** Renders a supporter's picture, which belongs to another feature. */
  face(supporter: Supporter & { name: string }): ReactNode;
  /** Path of the supporter's page; null without one. */
  pathOf(supporter: Supporter): Href | null;
}

/** All supporters by tier, the highest first. */
export function SupporterWall({ tiers, face, pathOf }: SupporterWallProps) {
  return tiers
    .filter(({ named, unnamed }) => named.length + unnamed > 0)
    .map(({ info, named, unnamed }) => (
      <section key={info.id} className={classes.tier} aria-labelledby={`apoio-${info.tier}`}>
        <h2 id={`apoio-${info.tier}`} className={classes.title} data-tier={info.tier}>
          {info.name}
        </h2>
        <ul className={classes.people} data-tier={info.tier}>
          {named.map((supporter) => (
            <Person
              key={supporter.id}
              supporter={supporter}
              face={supporter.name === null ? null : face({ ...supporter, name: supporter.name })}
              path={pathOf(supporter)}
            />
          ))}
        </ul>
        {unnamed > 0 ? <p className={classes.others}>{othersText(unnamed, named.length > 0)}</p> : null}
      </section>
    ));
}

function Person({ supporter, face, path }: { supporter: Supporter; face: ReactNode; path: Href | null }) {
  const since = monthAndYear(`${supporter.since}-15`);
  return (
    <li className={classes.person}>
      {face}
      <div className={classes.words}>
        <p className={classes.name}>{path ? <Link to={path}>{supporter.name}</Link> : supporter.name}</p>
        {since ? <p className={classes.since}>Apoia desde {since}</p> : null}
      </div>
    </li>
  );
}

function othersText(count: number, isMore: boolean): string {
  const people = count === 1 ? '1 pessoa apoia' : `${count} pessoas apoiam`;
  return `${isMore ? 'Mais ' : ''}${people} sem mostrar o nome.`;
}
