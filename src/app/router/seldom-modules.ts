/** Files of pages that a visit seldom begins with: their names would be a thirtieth of the first script. */
import type { PageModule } from './admin-modules';

export const SELDOM_FILES = import.meta.glob<PageModule>([
  '/src/pages/account/pending-page.tsx',
  '/src/pages/legal/*-page.tsx',
  '/src/pages/community/{collection-pages,dancer-pages,dancers-page,partners-page,hub-page,mural-page,propose-event-page}.tsx',
  '/src/pages/public/{campaign,invitation,low-data,preview,reports,safety,share,sponsors,supporters}-page.tsx',
]);
