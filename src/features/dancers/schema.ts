/** A dancer as others see one: what the public page, the list of Bailudos and the preview are drawn from. */

/** What is published: city and styles as ids, joined on the device. */
export interface DancerFacts {
  id: string;
  slug: string | null;
  name: string;
  imageUrl: string | null;
  cityId: string | null;
  styleIds: string[];
  bio: string | null;
  /** Ids of ui/interests. */
  interests: string[];
  /** A year. */
  dancingSince: number | null;
  /** With the enhanced profile. */
  extra: DancerExtra | null;
}

export interface DancerExtra {
  story: string | null;
  favouriteSongs: string | null;
  instagram: string | null;
}

export interface Dancer extends Omit<DancerFacts, 'cityId' | 'styleIds'> {
  cityName: string | null;
  /** Names, in order. */
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

/** Where a dancer's page stands. */
export function dancerPath({ slug, id }: Pick<Dancer, 'slug' | 'id'>): PagePath {
  return `/student/profile/${encodeURIComponent(slug ?? id)}`;
}

import type { PagePath } from '@/lib/paths';
