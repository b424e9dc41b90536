/** What screens read of dancers: public content, from the phone, so offline too. */
import { useMemo } from 'react';
import type { ContentRow } from '@/db/rows';
import { useContent, useContentItem } from '@/reads/use-content';
import { useHidden } from '@/reads/use-hidden';
import type { DancerExtra, DancerFacts } from './schema';

/** All who show themselves, without those whom the reader has blocked. */
export function useDancers() {
  const { data, ...query } = useContent('dancer', parseDancer);
  const hidden = useHidden();
  const shown = useMemo(() => data.filter(({ id }) => !hidden.has(id)), [data, hidden]);
  return { ...query, data: shown };
}

export const useDancer = (slugOrId: string) => useContentItem('dancer', slugOrId, parseDancer);

type Fields = Record<string, unknown>;

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const texts = (value: unknown) =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** Throws TypeError when the row is no dancer. */
export function parseDancer({ id, slug, data }: ContentRow): DancerFacts {
  const fields = data as Fields;
  const name = text(fields.name);
  if (name === null) throw new TypeError('A dancer has a name');
  return {
    id,
    slug,
    name,
    imageUrl: text(fields.image_url),
    cityId: text(fields.city_id),
    styleIds: texts(fields.style_ids),
    bio: text(fields.bio),
    interests: texts(fields.interests),
    dancingSince: typeof fields.dancing_since === 'number' ? fields.dancing_since : null,
    extra: parseExtra(fields.extra),
  };
}

function parseExtra(value: unknown): DancerExtra | null {
  if (typeof value !== 'object' || value === null) return null;
  const { story, favourite_songs, instagram } = value as Fields;
  return { story: text(story), favouriteSongs: text(favourite_songs), instagram: text(instagram) };
}
