/** Reads dancers for screens: public content, from the phone, so offline too. */
import { useMemo } from 'react';
import type { ContentRow } from '@/db/rows/public-rows';
import { reader } from '@/lib/read';
import { useContent, useContentItem } from '@/reads/use-content';
import { useHidden } from '@/reads/use-hidden';
import type { DancerExtra, DancerFacts } from './schema';

/** All dancers with a public page, without the people whom the reader has blocked. */
export function useDancers() {
  const { data, ...query } = useContent('dancer', parseDancer);
  const hidden = useHidden();
  const shown = useMemo(() => data.filter(({ id }) => !hidden.has(id)), [data, hidden]);
  return { ...query, data: shown };
}

export const useDancer = (slugOrId: string) => useContentItem('dancer', slugOrId, parseDancer);

/** Throws TypeError when the row is not a dancer. */
export function parseDancer({ id, slug, data }: ContentRow): DancerFacts {
  const read = reader(data);
  const since = read.any('dancing_since');
  return {
    id,
    slug,
    name: read.text('name'),
    imageUrl: read.textOrNull('image_url'),
    cityId: read.textOrNull('city_id'),
    styleIds: read.texts('style_ids'),
    bio: read.textOrNull('bio'),
    interests: read.texts('interests'),
    dancingSince: typeof since === 'number' ? since : null,
    extra: parseExtra(read.any('extra')),
  };
}

function parseExtra(value: unknown): DancerExtra | null {
  if (typeof value !== 'object' || value === null) return null;
  const read = reader(value);
  return {
    story: read.textOrNull('story'),
    favouriteSongs: read.textOrNull('favourite_songs'),
    instagram: read.textOrNull('instagram'),
  };
}
