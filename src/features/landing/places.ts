/** Paths of the landing pages (specification 001 §2). Kept small: every page that links to them loads this file. */
import type { PagePath } from '@/lib/paths';
import { slugOf } from '@/lib/slug';

export const STYLE_PATHS = ['forro', 'zouk', 'samba'] as const;
export type StylePath = (typeof STYLE_PATHS)[number];

export const CITY_NAMES = {
  florianopolis: 'Florianópolis',
  'sao-paulo': 'São Paulo',
  'belo-horizonte': 'Belo Horizonte',
  salvador: 'Salvador',
  'rio-de-janeiro': 'Rio de Janeiro',
  brasilia: 'Brasília',
  vitoria: 'Vitória',
} as const;
export type CitySlug = keyof typeof CITY_NAMES;

/** In the order of the specification. */
export const CITIES_OF = {
  forro: [
    'florianopolis',
    'sao-paulo',
    'belo-horizonte',
    'salvador',
    'rio-de-janeiro',
    'brasilia',
    'vitoria',
  ],
  zouk: ['sao-paulo', 'rio-de-janeiro', 'florianopolis', 'belo-horizonte', 'salvador', 'brasilia', 'vitoria'],
  samba: [
    'rio-de-janeiro',
    'sao-paulo',
    'salvador',
    'belo-horizonte',
    'brasilia',
    'vitoria',
    'florianopolis',
  ],
} as const satisfies Record<StylePath, readonly CitySlug[]>;

export const STYLE_LABELS = { forro: 'Forró', zouk: 'Zouk', samba: 'Samba' } as const;

export const CONTENT_PAGES = [
  { path: '/aulas-particulares-de-danca', label: 'Aulas particulares de dança' },
  {
    path: '/aprenda-a-dancar-com-professores-particulares',
    label: 'Aprenda a dançar com professores particulares',
  },
] as const;

export function landingPath(style: StylePath, city: CitySlug): PagePath {
  return `/${style}/${city}`;
}

/** The style name to search for: plain samba in Rio, gafieira elsewhere (decisions: Landing pages). */
export function styleName(style: StylePath, city: CitySlug): string {
  if (style !== 'samba') return STYLE_LABELS[style];
  return city === 'rio-de-janeiro' ? 'Samba' : 'Samba de Gafieira';
}

/** The paths of all 21 landing pages. */
export function landingPaths(): string[] {
  return STYLE_PATHS.flatMap((style) => CITIES_OF[style].map((city) => landingPath(style, city)));
}

/** The city of a URL's slug; null for a city without a landing page. */
export function cityOf(style: StylePath, slug: string): CitySlug | null {
  return CITIES_OF[style].find((city) => city === slug) ?? null;
}

/** The folder of the pages that follow from who teaches where. */
export const LESSONS = '/aulas';

/** The page of a style in a city, by their names: one of the 21, else one under /aulas. */
export function lessonsPath(style: string, city: string): PagePath {
  return landingOfSlugs(slugOf(style), slugOf(city)) ?? `${LESSONS}/${slugOf(style)}/${slugOf(city)}`;
}

/** Whether a style in a city, by their names, has one of the 21 pages. */
export const hasLanding = (style: string, city: string): boolean =>
  landingOfSlugs(slugOf(style), slugOf(city)) !== null;

/** The landing page that stands for a page under /aulas; null where there is none. */
export function landingOfSlugs(styleSlug: string, citySlug: string): PagePath | null {
  for (const style of STYLE_PATHS) {
    const city = cityOf(style, citySlug);
    if (city && slugOf(styleName(style, city)) === styleSlug) return landingPath(style, city);
  }
  return null;
}

/** The landing page that an address under /aulas leads to; null for every other address. */
export function landingInsteadOf(path: string): PagePath | null {
  const [, folder, style = '', city = '', ...rest] = path.split('/');
  return `/${folder}` === LESSONS && rest.length === 0 ? landingOfSlugs(style, city) : null;
}
