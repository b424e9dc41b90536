import { Link, useLocation } from 'react-router-dom';
import { useHasPage } from './known-paths';
import classes from './section-links.module.css';

interface SectionLink {
  /** A path, with a query where one page shows several sections. */
  to: string;
  label: string;
}

/** The pages or sections of one area beside each other; on phones the row scrolls. Only those that exist. */
export function SectionLinks({ label, links }: { label: string; links: readonly SectionLink[] }) {
  const { pathname, search } = useLocation();
  const here = links.find(({ to }) => to === pathname + search) ?? links.find(({ to }) => to === pathname);
  return (
    <nav aria-label={label} className={classes.links}>
      <ul>
        {links.map((link) => (
          <Item key={link.to} {...link} isHere={link === here} />
        ))}
      </ul>
    </nav>
  );
}

function Item({ to, label, isHere }: SectionLink & { isHere: boolean }) {
  const exists = useHasPage(to.split('?')[0] ?? to);
  if (!exists) return null;
  return (
    <li>
      <Link to={to} className={classes.link ?? ''} aria-current={isHere ? 'page' : undefined}>
        {label}
      </Link>
    </li>
  );
}
