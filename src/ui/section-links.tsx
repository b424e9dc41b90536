import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { Href } from '@/lib/paths';
import { Link } from './link';
import classes from './section-links.module.css';

interface SectionLink {
  /** A path, with a query where one page has several sections. */
  to: Href;
  label: string;
}

/** Links to the pages or sections of one area in a row; on phones the row scrolls. */
export function SectionLinks({ label, links }: { label: string; links: readonly SectionLink[] }) {
  const { pathname, search } = useLocation();
  const here = links.find(({ to }) => to === pathname + search) ?? links.find(({ to }) => to === pathname);
  const row = useRef<HTMLElement>(null);
  const current = here?.to;
  // Scrolls the row to the open page's link; the page itself does not move.
  useEffect(() => {
    const link = current === undefined ? null : row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !link) return;
    const middle = link.offsetLeft + link.offsetWidth / 2;
    row.current.scrollLeft = middle - row.current.clientWidth / 2;
  }, [current]);
  return (
    <nav ref={row} aria-label={label} className={classes.links}>
      <ul>
        {links.map((link) => (
          <Item key={link.to} {...link} isHere={link === here} />
        ))}
      </ul>
    </nav>
  );
}

function Item({ to, label, isHere }: SectionLink & { isHere: boolean }) {
  return (
    <li>
      <Link to={to} className={classes.link ?? ''} aria-current={isHere ? 'page' : undefined}>
        {label}
      </Link>
    </li>
  );
}
