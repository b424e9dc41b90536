/** A dancer's public data, used by the public page, the list of Bailudos and the preview. */

/** The published data. City and styles are ids, joined with their names on the device. */
export interface DancerFacts {
  id: string;
  slug: string | null;
  name: string;
  imageUrl: string | null;
  cityId: string | null;
  styleIds: string[];
  bio: string | null;
  /** Ids from ui/interests. */
  interests: string[];
  /** Year in which the person began to dance. */
  dancingSince: number | null;
  /** Null without the enhanced profile. */
  extra: DancerExtra | null;
}

export interface DancerExtra {
  story: string | null;
  favouriteSongs: string | null;
  instagram: string | null;
}

export interface Dancer extends Omit<DancerFacts, 'cityId' | 'styleIds'> {
  cityName: string | null;
  /** Names, sorted. */
  styles: string[];
}

type Names = readonly { id: string; name: string }[];

export function toDancer({ cityId, styleIds, ...facts }: DancerFacts, cities: Names, styles: Names): Dancer {
  return {
    ...facts,
    cityName: cities.find(({ id }) => id === cityId)?.name ?? null,
    styles: styles.filter(({ id }) => styleIds.includes(id)).map(({ name }) => name),
  };
}

/** Path of a dancer's page. */
export function dancerPath({ slug, id }: Pick<Dancer, 'slug' | 'id'>): PagePath {
  return `/student/profile/${encodeURIComponent(slug ?? id)}`;
}

import type { PagePath } from '@/lib/paths';
