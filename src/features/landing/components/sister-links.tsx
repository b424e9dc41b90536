import type { Href } from '@/lib/paths';
import { inPlace } from '@/lib/portuguese';
import { Link } from '@/ui/link';
import {
  CITIES_OF,
  CITY_NAMES,
  type CitySlug,
  CONTENT_PAGES,
  landingPath,
  STYLE_LABELS,
  STYLE_PATHS,
  type StylePath,
  styleName,
} from '../places';
import classes from './sister-links.module.css';

/** Links to the same style in other cities, other styles in this city, and content pages. */
export function SisterLinks({ style, city }: { style: StylePath; city: CitySlug }) {
  const elsewhere = CITIES_OF[style].filter((other) => other !== city);
  const others = STYLE_PATHS.filter((other) => other !== style);
  return (
    <nav className={classes.sisters} aria-label="Páginas parecidas">
      <LinkList
        title={`${STYLE_LABELS[style]} em outras cidades`}
        links={elsewhere.map((slug) => ({ path: landingPath(style, slug), label: CITY_NAMES[slug] }))}
      />
      <LinkList
        title={`Mais dança ${inPlace(CITY_NAMES[city])}`}
        links={[
          ...others.map((other) => ({ path: landingPath(other, city), label: styleName(other, city) })),
          ...CONTENT_PAGES,
        ]}
      />
    </nav>
  );
}

/** Links to every landing page by style, for the home page and the content pages. */
export function AllLandings() {
  return (
    <nav className={classes.all} aria-label="Aulas por cidade">
      {STYLE_PATHS.map((style) => (
        <LinkList
          key={style}
          title={STYLE_LABELS[style]}
          links={CITIES_OF[style].map((city) => ({
            path: landingPath(style, city),
            label: CITY_NAMES[city],
            about: `${STYLE_LABELS[style]} ${inPlace(CITY_NAMES[city])}`,
          }))}
        />
      ))}
    </nav>
  );
}

interface LinkListProps {
  /** For links to this list. */
  id?: string;
  title: string;
  /** Of its heading. */
  level?: 2 | 3;
  links: readonly { path: Href; label: string; about?: string }[];
}

export function LinkList({ id, title, level = 3, links }: LinkListProps) {
  const Heading = `h${level}` as const;
  return (
    <section id={id}>
      <Heading className={classes.title}>{title}</Heading>
      <ul className={classes.links}>
        {links.map(({ path, label, about }) => (
          <li key={path}>
            <Link to={path} className={classes.link} aria-label={about}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
