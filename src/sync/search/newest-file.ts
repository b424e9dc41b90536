/** Where the search file is: its sections are named by their content, and the server says which are the newest. */
import { BUCKET } from '@search-file/format.ts';
import { env } from '@/lib/env';
import { callProcedure, RestFailure } from '@/lib/rest';

/** Sections asked for at once: more would only share the line. */
export const AT_ONCE = 3;

/** Resolves to what `readNewest` reads; null where the server has none. Throws RestFailure. */
export function askForNewest(signal?: AbortSignal): Promise<unknown> {
  return callProcedure('newest_search_file', {}, signal).catch((error: unknown) => {
    // A server that is set up without the file.
    if (error instanceof RestFailure && error.status === 404) return null;
    throw error;
  });
}

export const sectionUrl = (name: string): string =>
  `${env.supabaseUrl}/storage/v1/object/public/${BUCKET}/${name}`;
