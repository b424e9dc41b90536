/** Paths of the landing pages (specification 001 §2). Kept small: every page that links to them loads this file. */
import type { PagePath } from '@/lib/paths';

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
