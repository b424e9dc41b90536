import { fileURLToPath } from 'node:url';

/** Migrations of the product. */
export const migrationsDir = fileURLToPath(new URL('../../supabase/migrations', import.meta.url));
