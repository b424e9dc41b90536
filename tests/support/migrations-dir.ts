import { fileURLToPath } from 'node:url';

/** The product's own. */
export const migrationsDir = fileURLToPath(new URL('../../supabase/migrations', import.meta.url));
