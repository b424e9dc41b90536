/** A listing's row as the entry of the search record. */

import { slotBits } from '@/db/rows/availability';
import { endOf } from '@/db/rows/checks';
import type { TeacherRow } from '@/db/rows/public-rows';
import { fold } from '@/lib/text';
import { clipBio, FEATURED, GROUP, type ListingEntry } from './entry';
import { bitsOf, OFFERS } from './offers';
import type { SearchRow } from './search-columns';

export function toEntry(row: SearchRow): ListingEntry {
  return {
    id: row.id,
    folded: row.folded_name.replace(/\n/g, ' '),
    isHighlighted: row.rank.startsWith('0'),
    slug: row.slug || null,
    cityId: row.city_id ?? null,
    styleIds: row.style_ids,
    flags: (row.modalidades_aula.includes('grupo') ? GROUP : 0) | (row.is_featured ? FEATURED : 0),
    slots: slotBits(row.availability ?? []),
    offers: offersOf(row),
    area: row.neighborhood ? fold(row.neighborhood) : '',
    checks: row.checks ?? '',
    end: endOf(row.checks),
    face: [
      row.name,
      row.neighborhood || null,
      row.profile_image_url || null,
      clipBio(row.bio ?? ''),
      row.rating_average ?? null,
      row.rating_count ?? 0,
    ],
  };
}

type OfferColumns = Pick<
  TeacherRow,
  'lesson_places' | 'levels' | 'dance_roles' | 'accepts_couples' | 'is_accessible'
>;

export function offersOf(row: OfferColumns): number {
  const said: readonly string[] = [
    ...(row.lesson_places ?? []),
    ...(row.levels ?? []),
    ...(row.dance_roles ?? []),
  ];
  return bitsOf(
    ...OFFERS.filter((offer) => said.includes(offer)),
    ...(row.accepts_couples ? (['casais'] as const) : []),
    ...(row.is_accessible ? (['acessivel'] as const) : []),
  );
}
