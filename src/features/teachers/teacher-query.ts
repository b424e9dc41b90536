/** One teacher, from the device wherever possible. Not in the first script, which holds the search alone. */

import { startTransition, useEffect, useState } from 'react';
import type { Catalog } from '@/db/memory/catalog';
import { lookUpTeacher, type TeacherAnswer } from '@/db/memory/lookup';
import { slotsIn } from '@/db/rows/availability';
import { endOf } from '@/db/rows/checks';
import { dayNumber } from '@/db/rows/listed-checks';
import { fieldsFrom, LISTED_FIELDS } from '@/db/rows/profile-fields';
import type { ListingEntry } from '@/db/search/entry';
import { logger } from '@/lib/logger';
import { prerendered } from '@/lib/prerendered';
import { serverNow } from '@/lib/server-clock';
import type { Query } from '@/reads/query';
import { useCatalog } from '@/reads/use-catalog';
import { useReplicated } from '@/reads/use-replicated';
import { ensureSync } from '@/sync/ensure-sync';
import type { Teacher } from './schema';
import { toCard } from './search-local';
import { selectTeacher } from './teacher-remote';
import { toTeacher } from './to-teacher';

export interface ShownTeacher {
  teacher: Teacher;
  /** Built from the card while the full row is loading; contact and full texts follow, unless `restFailed`. */
  isPartial: boolean;
  restFailed: boolean;
  /** The server is out of reach: the full row comes with the network. */
  isAway: boolean;
}

export type TeacherQuery = Query<ShownTeacher, 'loading' | 'missing' | 'unavailable'>;

/** One teacher by slug or id, case-insensitive. */
export function useTeacher(asWritten: string): TeacherQuery {
  const slugOrId = asWritten.toLowerCase();
  const catalog = useCatalog();
  const [found, setFound] = useState<{ key: string; answer: TeacherAnswer | null } | null>(null);
  const kept = prerendered<Teacher>('teacher', slugOrId);
  const brought = kept !== null;
  useEffect(() => {
    if (catalog.phase === 'opening') return;
    let wanted = true;
    const find = (answer: TeacherAnswer | null) => {
      if (wanted) startTransition(() => setFound({ key: slugOrId, answer }));
    };
    // Starts the sync, because a card has no contact and no full texts.
    if (!brought) {
      ensureSync().catch((error: unknown) => {
        logger.warn('The sync for a teacher did not start', error);
        // Without a replica the server is asked.
        find(null);
      });
    }
    void lookUpTeacher(slugOrId).then(find);
    return () => {
      wanted = false;
    };
  }, [slugOrId, catalog, brought]);

  const local = found?.key === slugOrId ? liveAnswer(found.answer) : null;
  const entry = catalog.index.bySlug(slugOrId) ?? catalog.index.byId(slugOrId);
  const known = catalog.phase === 'complete';
  // The row is missing although there may be a card: no replica, or one that is not complete.
  const unread = found?.key === slugOrId && !found.answer?.complete;
  // A teacher listed since the last sync, or an unknown one: only the server can tell.
  const isUnheard = known && !entry;
  const asksServer = catalog.phase !== 'opening' && (isUnheard || ((!known || unread) && !local?.row));
  const query = useReplicated<{ teacher: Teacher | null }>({
    local:
      local?.row && !isUnheard
        ? { state: 'whole', data: { teacher: toTeacher(local.row, catalog) } }
        : asksServer
          ? { state: 'lacking', data: null }
          : { state: 'reading' },
    key: `teacher ${slugOrId}`,
    ask: (signal) => selectTeacher(slugOrId, signal),
    drawn: kept && { teacher: kept },
    isStrict: isUnheard,
  });

  const { status } = query;
  const answer = status === 'ready' ? query.data.teacher : null;
  if (answer && (local?.row || [answer.slug, answer.id].includes(slugOrId))) return shown(answer);
  if (entry && !kept) {
    const restFailed = status === 'failed' || status === 'unavailable';
    const isAway = status === 'unavailable';
    return shown(fromEntry(entry, catalog), { isPartial: true, restFailed, isAway });
  }
  if (status === 'loading') return { status, data: null };
  return { status: status === 'ready' ? 'missing' : 'unavailable', data: null };
}

/** Whether a teacher is not listed now: as the server says or, out of its reach, as it last said to this phone. */
export function useIsUnlisted(id: string): boolean {
  const { status } = useTeacher(id);
  const { phase, index } = useCatalog();
  return status === 'missing' || (status === 'unavailable' && phase === 'complete' && !index.byId(id));
}

/** The row of a teacher whose check of identity has ended is not shown, also before the server has taken it off. */
function liveAnswer(answer: TeacherAnswer | null): TeacherAnswer | null {
  return answer?.row && endOf(answer.row.checks) <= dayNumber(serverNow())
    ? { ...answer, row: null }
    : answer;
}

function shown(
  teacher: Teacher,
  part = { isPartial: false, restFailed: false, isAway: false },
): TeacherQuery {
  return { status: 'ready', data: { teacher, ...part } };
}

/** With the times of the search record, which are those of the full row: a form filled from them must not change later. */
function fromEntry(entry: ListingEntry, catalog: Catalog): Teacher {
  const card = toCard(entry, catalog);
  return {
    ...fieldsFrom({}, LISTED_FIELDS),
    ...card,
    availability: slotsIn(entry.slots),
    bio: card.bio ?? '',
    whatsapp: null,
    modalities: card.isGroup ? ['grupo'] : [],
    approvedAt: null,
    checks: [],
    lessonsGiven: null,
    replyHours: null,
    replyTenths: null,
    stars: [0, 0, 0, 0, 0],
  };
}
