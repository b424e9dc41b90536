/** Reads the Mural for screens: the phone's replica with the writes that it does not hold yet. */
import { useMemo } from 'react';
import { useIdentity } from '@/auth/identity';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { useAuthorTag } from '@/reads/author-tag';
import { useHiddenAuthors } from '@/reads/hidden-authors';
import { useOwnRows } from '@/reads/own-rows';
import { type ContentQuery, cameWithPage, useContent } from '@/reads/use-content';
import { overlaidPosts, type ShownPost } from './overlay';
import { type Author, parsePost } from './schema';

/** The posts, newest first, without those of people whom the reader has blocked. */
export function useMural(): ContentQuery<ShownPost> {
  const { status, data: rows, retry } = useContent('post', parsePost);
  const commands = useOverlay('posts');
  const isReady = useOutboxReady();
  const self = useSelf();
  const hidden = useHiddenAuthors();
  const posts = useMemo(
    () =>
      overlaidPosts(rows, commands, self).filter(({ author, isMine }) => isMine || !hidden?.has(author.tag)),
    [rows, commands, self, hidden],
  );

  if ((!isReady && !cameWithPage('post')) || hidden === null) {
    return { status: 'loading', data: [], retry };
  }
  return { status, data: posts, retry };
}

/** The reader as author of posts; null for visitors and until the reader's own rows are read. */
export function useSelf(): Author | null {
  const { identity } = useIdentity();
  const userId = identity?.state === 'active' ? identity.userId : null;
  const profile = useOwnRows().rows?.profile ?? null;
  const tag = useAuthorTag(userId);
  return useMemo(() => {
    if (userId === null) return null;
    const name = profile?.name.trim() ?? '';
    const role = profile?.role ?? 'student';
    return {
      name: role === 'admin' ? name : (name.split(/\s+/)[0] ?? '') || 'Você',
      imageUrl: profile?.profile_image_url ?? null,
      role,
      tag: tag ?? '',
    };
  }, [userId, profile, tag]);
}
