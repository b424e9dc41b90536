import { selectRows } from '@/lib/rest';
import { selectAllNames } from '@/reads/names-remote';
import { readListing } from './read-listing';
import type { Teacher } from './schema';
import { toTeacher } from './to-teacher';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Fetches a listing by slug or id; `teacher` is null when the server has none. Throws RestFailure. */
export async function selectTeacher(
  slugOrId: string,
  signal: AbortSignal,
): Promise<{ teacher: Teacher | null }> {
  const by = UUID.test(slugOrId) ? 'id' : 'slug';
  const [names, { rows }] = await Promise.all([
    selectAllNames(signal),
    selectRows(
      'teacher_listings',
      { select: '*', _deleted: 'is.false', [by]: `eq.${slugOrId}`, limit: '1' },
      { signal },
    ),
  ]);
  const [row] = rows;
  return { teacher: row ? toTeacher(readListing(row), names) : null };
}
