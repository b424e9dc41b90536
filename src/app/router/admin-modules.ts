/** Files of the administration's and the debug pages: their names would be a tenth of the first script. */
import type { ComponentType } from 'react';

/** A module with one page, or with several by their paths. */
export type PageModule = { default: ComponentType } | { PAGES: Readonly<Record<string, ComponentType>> };

export const ADMIN_FILES = import.meta.glob<PageModule>('/src/pages/{admin,debug}/**/*-{page,pages}.tsx');
