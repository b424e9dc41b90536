import type { CitySlug } from '../places';

/** Texts of one landing page. */
export interface LandingText {
  title: string;
  description: string;
  heading: string;
  paragraphs: readonly [string, string];
}

export interface StyleText {
  cities: Record<CitySlug, LandingText>;
  /** Lesson contents, the same in every city. */
  learn: { heading: string; points: readonly { title: string; text: string }[] };
}
