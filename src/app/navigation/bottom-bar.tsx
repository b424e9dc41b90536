import { useLayoutEffect, useRef } from 'react';
import { NavLink } from 'react-router-dom';
import { PAGES } from '../routes';
import classes from './bottom-bar.module.css';
import { type Audience, barEntries } from './entries';

/** The phone's navigation, within reach of the thumb. Tells the page how much room to leave under itself. */
export function BottomBar({ audience }: { audience: Audience }) {
  const bar = useRef<HTMLElement>(null);
  const entries = barEntries(audience, PAGES);

  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const root = document.documentElement.style;
    const measure = () => root.setProperty('--bar-height', `${element.offsetHeight}px`);
    measure();
    // Larger text makes the bar taller; hidden from 768 px on, it has no height.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.setProperty('--bar-height', '0px');
    };
  }, []);

  return (
    <nav ref={bar} className={classes.bar} aria-label="Navegação do celular">
      {entries.map(({ path, label, icon: Icon }) => (
        <NavLink key={path} to={path} className={classes.entry ?? ''}>
          <span className={classes.icon}>
            <Icon />
          </span>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
