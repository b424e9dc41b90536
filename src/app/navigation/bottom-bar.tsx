import { useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Link, NavLink } from '@/ui/link';
import { useReservedHeight } from '@/ui/use-reserved-height';
import classes from './bottom-bar.module.css';
import { type Audience, barEntries } from './entries';

/** The phone's navigation, within reach of the thumb. Tells the page how much room to leave below. */
export function BottomBar({ audience }: { audience: Audience }) {
  const bar = useRef<HTMLElement>(null);
  const entries = barEntries(audience);
  const { pathname } = useLocation();

  useReservedHeight(bar, '--bar-height');

  return (
    <nav ref={bar} data-fixed-below className={classes.bar} aria-label="Navegação do celular">
      {entries.map(({ path, label, icon: Icon, also }) => {
        const content = (
          <>
            <span className={classes.icon}>
              <Icon />
            </span>
            <span className={classes.label}>{label}</span>
          </>
        );
        // A page of the same place, not the target itself.
        return also?.some((one) => one === pathname) ? (
          <Link key={path} to={path} className={classes.entry ?? ''} aria-current="true">
            {content}
          </Link>
        ) : (
          <NavLink key={path} to={path} className={classes.entry ?? ''}>
            {content}
          </NavLink>
        );
      })}
    </nav>
  );
}
