import { CITY_NAMES, type CitySlug, type StylePath, styleName } from './places';
import { FORRO } from './texts/forro';
import { SAMBA } from './texts/samba';
import type { LandingText, StyleText } from './texts/text';
import { ZOUK } from './texts/zouk';

const TEXTS: Record<StylePath, StyleText> = { forro: FORRO, zouk: ZOUK, samba: SAMBA };

export interface Landing extends LandingText {
  learn: StyleText['learn'];
  /** Names, as the search spells them. */
  preset: { style: string; city: string };
}

export function landingOf(style: StylePath, city: CitySlug): Landing {
  const { cities, learn } = TEXTS[style];
  return { ...cities[city], learn, preset: { style: styleName(style, city), city: CITY_NAMES[city] } };
}
