import type { ReactNode } from 'react';
import { useIdentity } from '@/auth/identity';
import type { Href } from '@/lib/paths';
import { LinkButton } from '@/ui/link-button';
import { useOwnProfile } from '../queries';
import { ApprovalCard } from './approval-card';
import { CompletenessCard } from './completeness-card';
import { Greeting } from './home';
import classes from './home.module.css';
import { OwnProfileFallback } from './own-profile-fallback';

interface TeacherHomeProps {
  /** The public page's path. */
  pageOf(teacher: { id: string; slug: string | null }): Href;
  /** What waits of their students. */
  requests?: ReactNode;
}

/** Where teachers begin: whether students find them, and what would help. */
export function TeacherHome({ pageOf, requests }: TeacherHomeProps) {
  const { identity } = useIdentity();
  const { data: profile, status } = useOwnProfile();
  return (
    <>
      <Greeting
        name={profile?.name ?? identity?.name ?? ''}
        text={null}
        actions={
          <LinkButton to="/teacher/profile" variant="white">
            Editar meu perfil
          </LinkButton>
        }
      />
      <div className={classes.steps}>
        {requests}
        {profile?.teacher ? (
          <>
            <ApprovalCard
              teacher={profile.teacher}
              page={pageOf({ id: profile.id, slug: profile.teacher.slug })}
            />
            <CompletenessCard profile={profile} to="/teacher/profile" />
          </>
        ) : (
          <OwnProfileFallback status={status} />
        )}
      </div>
    </>
  );
}
