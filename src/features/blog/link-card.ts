import type { LinkCard } from '@/lib/share-picture';
import type { Post } from './schema';

/** The picture of the link to an article. */
export function postLinkCard({ id, title, coverUrl, category, authorName }: Post): LinkCard {
  return {
    id,
    face: coverUrl ? { kind: 'picture', path: coverUrl } : { kind: 'none' },
    over: 'Blog do Danceflix',
    title,
    detail: category.name,
    place: `Por ${authorName}`,
    call: 'Leia no Danceflix',
  };
}
