export type LayoutName = 'public' | 'account' | 'admin';

/**
 * Who a page is for (specification 000 §6; decisions 'Admin guards'). 'admin': administrators, others go to their own
 * home. 'admin-area': administrators, others go to '/'.
 */
export type Area = 'student' | 'teacher' | 'admin' | 'admin-area';

/** How the addresses of a prerendered route are found (prerender/entry.tsx): 'page' is the path itself. */
export type Prerender = 'page' | 'blog' | 'articles' | 'teachers' | 'landings';

export interface RouteRow {
  path: string;
  /** The page's file from src/, without ending: a default export, or `PAGES` by path where one file holds several. */
  module: string;
  /** Of the document's head, without the site's name; null where the page draws its own head. */
  title: string | null;
  /** For search engines and shared links; without one the site's own. */
  description?: string;
  /** False keeps a public page out of search engines. */
  indexed?: false;
  /** The public one, or the administration's for its area, where none is said. */
  layout?: LayoutName;
  /** A page with one thing to do, docked at the bottom of a phone, and a way back: without the navigation's bar there. */
  docked?: true;
  /** Only these people enter; everybody where none is said. */
  area?: Area;
  /** Written as HTML by the build and listed in the sitemap. */
  prerender?: Prerender;
  /** Names in the query that change what a prerendered page shows: with one of them it waits for the app (public/boot.js). */
  query?: readonly string[];
  /** Paths in this table where most people go from here: their code is on the phone before the tap. */
  next?: readonly string[];
}

export function layoutOf({ layout, area }: RouteRow): LayoutName {
  return layout ?? (area === 'admin' || area === 'admin-area' ? 'admin' : 'public');
}
