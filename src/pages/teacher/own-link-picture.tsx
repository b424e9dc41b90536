import { useMemo } from 'react';
import { useOwnProfile } from '@/features/account/queries';
import { useLinkPicture } from '@/features/share/use-link-picture';
import { teacherLinkCard } from '@/features/teachers/profile/teacher-link-card';
import { useOverlay } from '@/outbox/pending';
import { useCitiesWith } from '@/reads/use-every-city';
import { useDanceStyles } from '@/reads/use-offered-names';
import { ownTeacher } from './own-teacher';

/** Keeps the picture of the teacher's own link up to date with the saved profile. */
export default function OwnLinkPicture() {
  const { data: profile } = useOwnProfile();
  const cities = useCitiesWith(profile?.cityId ?? null);
  const styles = useDanceStyles();
  const unsaved = useOverlay('user_profiles').some(
    ({ status }) => status === 'queued' || status === 'sending',
  );
  const isKnown = cities.status === 'ready' && styles.status === 'ready' && !unsaved;
  const card = useMemo(() => {
    const teacher = profile && isKnown ? ownTeacher(profile, cities.data, styles.data, null) : null;
    return teacher && teacherLinkCard(teacher);
  }, [profile, isKnown, cities.data, styles.data]);
  useLinkPicture(card);
  return null;
}
