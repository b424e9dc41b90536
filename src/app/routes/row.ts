export type LayoutName = 'public' | 'account' | 'admin';

/**
 * The audience of a page (specification 000 §6; decisions 'Admin guards'). 'admin': administrators, others go to their
 * own home. 'admin-area': administrators, others go to '/'.
 */
export type Area = 'student' | 'teacher' | 'admin' | 'admin-area';

/** The source of a prerendered route's addresses (prerender/entry.tsx): 'page' is the path itself. */
export type Prerender = 'page' | 'blog' | 'articles' | 'events' | 'teachers' | 'landings' | 'places';

export interface RouteRow {
  path: string;
  /** The page's file from src/, without ending: a default export, or `PAGES` by path where one file has several. */
  module: string;
  /** The document's title, without the site's name; null where the page renders its own head. */
  title: string | null;
  /** For search engines and shared links; by default the site's own. */
  description?: string;
  /** False keeps a public page out of search engines. */
  indexed?: false;
  /** By default the public layout, or the administration's for its area. */
  layout?: LayoutName;
  /** The page has one task, docked at the bottom of a phone, and a link back: it shows no navigation bar there. */
  docked?: true;
  /** The only audience that may enter; by default everybody. */
  area?: Area;
  /** Visitors may enter the area's page as well: it asks for the account by itself, when that is needed. */
  visitors?: true;
  /** The build writes the page as HTML and lists it in the sitemap. */
  prerender?: Prerender;
  /**
   * Query names that change the content of a prerendered page: with one of them it waits for the app (public/boot.js).
   */
  query?: readonly string[];
  /** Paths that most people open from here: their code is prefetched. */
  next?: readonly string[];
}

export function layoutOf({ layout, area }: RouteRow): LayoutName {
  return layout ?? (area === 'admin' || area === 'admin-area' ? 'admin' : 'public');
}
