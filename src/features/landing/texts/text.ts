import type { CitySlug } from '../places';

/** What a landing page says in its own words. */
export interface LandingText {
  title: string;
  description: string;
  heading: string;
  paragraphs: readonly [string, string];
}

export interface StyleText {
  cities: Record<CitySlug, LandingText>;
  /** What one learns, in every city alike. */
  learn: { heading: string; points: readonly { title: string; text: string }[] };
}
