import { JsonLd } from '@/ui/json-ld';
import { Link } from '@/ui/link';
import { breadcrumbData, type Crumb } from '../structured-data';
import classes from './breadcrumbs.module.css';

/** The page's position in the site, for readers and search engines. The last of `crumbs` is the page itself. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const above: readonly Crumb[] = [{ name: 'Início', path: '/' }, ...crumbs.slice(0, -1)];
  return (
    <>
      <JsonLd data={breadcrumbData(crumbs)} />
      <nav aria-label="Onde você está">
        <ol className={classes.crumbs}>
          {above.map(({ name, path }) => (
            <li key={path}>
              <Link to={path} className={classes.link}>
                {name}
              </Link>
            </li>
          ))}
          <li aria-current="page">{crumbs.at(-1)?.name}</li>
        </ol>
      </nav>
    </>
  );
}
