import { useRef } from 'react';
import { NavLink } from '@/ui/link';
import { useReservedHeight } from '@/ui/use-reserved-height';
import classes from './bottom-bar.module.css';
import { type Audience, barEntries } from './entries';

/** The phone's navigation, within reach of the thumb. Tells the page how much room to leave below. */
export function BottomBar({ audience }: { audience: Audience }) {
  const bar = useRef<HTMLElement>(null);
  const entries = barEntries(audience);

  useReservedHeight(bar, '--bar-height');

  return (
    <nav ref={bar} data-fixed-below className={classes.bar} aria-label="Navegação do celular">
      {entries.map(({ path, label, icon: Icon }) => (
        <NavLink key={path} to={path} className={classes.entry ?? ''}>
          <span className={classes.icon}>
            <Icon />
          </span>
          <span className={classes.label}>{label}</span>
        </NavLink>
      ))}
    </nav>
  );
}
