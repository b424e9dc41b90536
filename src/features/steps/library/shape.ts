/** The shape of the library that ships with the app. */
import type { Level } from '../schema';

export interface LibraryStep {
  /** The name under which marks and reviews are stored: never changed, never given to another step. */
  id: string;
  name: string;
  level: Level;
  /** One sentence for the list. */
  about: string;
  /** For who leads, and for who follows. */
  lead: string;
  follow: string;
  /** Lines of feet.ts. */
  leadFeet: string;
  followFeet: string;
}

export interface LibraryStyle {
  /** As the style is called everywhere in the app. */
  style: string;
  /** How its counts are danced. */
  rhythm: string;
  /** Counts a minute to begin with. */
  pace: number;
  steps: readonly LibraryStep[];
}
