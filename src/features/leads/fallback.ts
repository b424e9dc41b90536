/** The page that the lead flow opens when the match fails (specification 001 §4). */
import { catalogStore } from '@/db/memory/catalog';
import { logger } from '@/lib/logger';
import type { PagePath } from '@/lib/paths';
import { callProcedure, selectRows } from '@/lib/rest';
import { noteTeacher } from './actions';
import type { CurrentLead } from './current-lead';
import { idNamed } from './preview';

/** The search's largest page. */
const MOST = 100;

interface Found {
  id: string;
  slug: string | null;
}

/**
 * The page of the first active teacher of the lead's city and style, else of the team's default teacher. Records that
 * teacher in the lead. Blocked teachers are skipped. Null when no teacher was found, or neither this device nor the
 * server could be asked.
 */
export async function fallbackPath(lead: CurrentLead): Promise<PagePath | null> {
  const found = (await firstTeacher(lead)) ?? (await defaultTeacher());
  if (!found) return null;
  await noteTeacher(lead.id, found.id);
  return `/teachers/${encodeURIComponent(found.slug ?? found.id)}`;
}

async function firstTeacher(lead: CurrentLead): Promise<Found | null> {
  const { phase, index, cities, danceStyles, hidden } = catalogStore.get();
  if (phase === 'complete') {
    const [cityId, styleId] = [idNamed(cities, lead.cidade), idNamed(danceStyles, lead.estilo)];
    if (cityId === null || styleId === null) return null;
    const query = { name: '', cityIds: new Set([cityId]), styleIds: new Set([styleId]), without: hidden };
    return index.search(query, 0, 1).entries[0] ?? null;
  }
  const answer = await orNull(() =>
    callProcedure('search_teachers_with_filters', {
      page_number: 1,
      // The server may not know this device's latest blocks: one row more than there are blocks is enough.
      items_per_page: Math.min(1 + hidden.size, MOST),
      name_filter: '',
      style_filter: lead.estilo,
      city_filter: lead.cidade,
      admin_view: false,
    }),
  );
  const teachers = (answer as { teachers?: Partial<Found>[] } | null)?.teachers ?? [];
  const first = teachers.find(({ id }) => id && !hidden.has(id));
  return first?.id ? { id: first.id, slug: first.slug ?? null } : null;
}

async function defaultTeacher(): Promise<Found | null> {
  const answer = await orNull(() =>
    selectRows('app_settings', { select: 'value', key: 'eq.default_teacher_id', limit: '1' }),
  );
  const id = answer?.rows[0]?.value;
  const { index, hidden } = catalogStore.get();
  return typeof id === 'string' && !hidden.has(id) ? { id, slug: index.byId(id)?.slug ?? null } : null;
}

async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    logger.info('The fallback teacher of the lead could not be looked up', error);
    return null;
  }
}
