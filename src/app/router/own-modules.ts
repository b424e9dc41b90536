/** Files of students' and teachers' own pages, which no visitor opens. */
import type { PageModule } from './admin-modules';

export const OWN_FILES = import.meta.glob<PageModule>('/src/pages/{student,teacher}/**/*-{page,pages}.tsx');
