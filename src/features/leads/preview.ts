/** Computes matches on the device, over its listings, with the same scoring as the server. */
import { findMatches } from '@matching/match.ts';
import { SHORTLIST_SIDE, shortlist } from '@matching/shortlist.ts';
import type { Candidate, Listed, Matches, MatchLead } from '@matching/types.ts';
import { type Catalog, catalogStore, type NamesById } from '@/db/memory/catalog';
import { lookUpTeacher } from '@/db/memory/lookup';
import { GROUP, type ListingEntry, rankOf } from '@/db/search/entry';
import { pause } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { fold } from '@/lib/text';
import { ensureSync } from '@/sync/ensure-sync';
import type { CurrentLead } from './current-lead';

/** Milliseconds to wait for full texts from the replica; without them the shortened texts of the cards are scored. */
const PATIENCE = 4_000;

/** Null when this device holds no listings. Never rejects. */
export async function previewOf(lead: CurrentLead): Promise<Matches | null> {
  await catalogStore.open();
  const catalog = catalogStore.get();
  if (catalog.index.size === 0) return null;
  const wanted: MatchLead = {
    cityId: idNamed(catalog.cities, lead.cidade),
    styleId: idNamed(catalog.danceStyles, lead.estilo),
    cityName: lead.cidade,
    styleName: lead.estilo,
    goals: lead.objetivos || null,
    year: new Date(lead.sentAt).getUTCFullYear(),
  };
  const chosen = shortlist(wanted, candidatesFor(catalog, wanted).map(toListed));
  return findMatches(wanted, await withTexts(chosen));
}

export function idNamed(names: NamesById, name: string): string | null {
  const wanted = fold(name);
  for (const [id, known] of names.values()) if (fold(known) === wanted) return id;
  return null;
}

/**
 * The listings that can reach the shortlist: those of the lead's city and, elsewhere, of its style; all listings where
 * few elsewhere teach the style. Blocked teachers are never recommended, as on the server (`lead_candidates`).
 */
function candidatesFor({ index, hidden }: Catalog, { cityId, styleId }: MatchLead): ListingEntry[] {
  const find = (cityIds: Set<string> | null, styleIds: Set<string> | null) =>
    index.search({ name: '', cityIds, styleIds, without: hidden }, 0, index.size).entries;
  const here = cityId === null ? [] : find(new Set([cityId]), null);
  const teaching = styleId === null ? [] : find(null, new Set([styleId]));
  const elsewhere = teaching.filter((entry) => entry.cityId !== null && entry.cityId !== cityId);
  if (elsewhere.length < SHORTLIST_SIDE) return find(null, null);
  return [...here, ...elsewhere];
}

interface ListedEntry extends Listed {
  entry: ListingEntry;
}

function toListed(entry: ListingEntry): ListedEntry {
  const [, , , , ratingAverage, ratingCount] = entry.face;
  const { id, cityId, styleIds } = entry;
  return { id, rank: rankOf(entry), cityId, styleIds, ratingAverage, ratingCount, entry };
}

/** Adds full texts from the replica: a card has two lines of biography and no experience. */
async function withTexts(chosen: readonly ListedEntry[]): Promise<Candidate[]> {
  ensureSync().catch((error: unknown) => logger.warn('The sync for lead matches did not start', error));
  const patience = new AbortController();
  const late = pause(PATIENCE, patience.signal).then(() => null);
  const found = await Promise.all(
    chosen.map(async ({ entry, ...listed }): Promise<Candidate> => {
      const answer = await Promise.race([lookUpTeacher(listed.id), late]);
      const row = answer?.row;
      const [, neighborhood, , bio] = entry.face;
      return {
        ...listed,
        bio: row ? (row.bio ?? '') : (bio ?? ''),
        experience: row?.experience ?? '',
        neighborhood: row ? (row.neighborhood ?? '') : (neighborhood ?? ''),
        modalities: row?.modalidades_aula ?? (entry.flags & GROUP ? ['grupo'] : ['particular']),
      };
    }),
  );
  patience.abort();
  return found;
}
