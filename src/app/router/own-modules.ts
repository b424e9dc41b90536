/** Files of students' and teachers' own pages and of those around accounts, none of which a visit begins with. */
import type { PageModule } from './admin-modules';

export const OWN_FILES = import.meta.glob<PageModule>([
  '/src/pages/{account,student,teacher}/**/*-{page,pages}.tsx',
  '!/src/pages/account/pending-page.tsx',
]);
