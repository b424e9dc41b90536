import { useMemo } from 'react';
import { postLinkCard } from '@/features/blog/link-card';
import { usePosts } from '@/features/blog/queries';
import { eventLinkCard } from '@/features/events/link-card';
import { useUpcomingEvents } from '@/features/events/queries';
import { useMissingPictures } from '@/features/share/use-missing-pictures';
import { useAllCards } from '@/features/teachers/card-queries';
import { teacherLinkCard } from '@/features/teachers/profile/teacher-link-card';
import { useNames } from '@/reads/use-names';

/** Draws the pictures that links of articles, events and teachers lack, while a person of the team looks at a list. */
export default function LinkPictures() {
  const posts = usePosts();
  const events = useUpcomingEvents();
  const names = useNames();
  const teachers = useAllCards();
  const current = useMemo(
    () =>
      posts.status === 'ready' && events.status === 'ready' && names.isKnown
        ? [
            ...posts.data.map(postLinkCard),
            ...events.data.map((event) => eventLinkCard(event, names.cityName(event.cityId))),
          ]
        : null,
    [posts.status, posts.data, events.status, events.data, names],
  );
  const missing = useMemo(() => teachers?.map(teacherLinkCard) ?? null, [teachers]);
  useMissingPictures(current, missing);
  return null;
}
