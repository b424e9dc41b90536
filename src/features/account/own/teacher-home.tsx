import type { ReactNode } from 'react';
import { useIdentity } from '@/auth/identity';
import type { Href } from '@/lib/paths';
import { LinkButton } from '@/ui/link-button';
import { useOwnProfile } from '../queries';
import { approvalOf } from './approval';
import { ApprovalCard } from './approval-card';
import { CompletenessCard } from './completeness-card';
import { Greeting } from './home';
import classes from './home.module.css';
import { OwnProfileFallback } from './own-profile-fallback';

interface TeacherHomeProps {
  /** Path of the teacher's public page. */
  pageOf(teacher: { id: string; slug: string | null }): Href;
  /** Offered once the page is public. */
  share?(teacher: { id: string; slug: string | null }): ReactNode;
  /** The students' requests that wait for an answer. */
  requests?: ReactNode;
}

/** The teachers' start page: whether students can find them, and what to improve. */
export function TeacherHome({ pageOf, share, requests }: TeacherHomeProps) {
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
            {approvalOf(profile.teacher) === 'approved'
              ? share?.({ id: profile.id, slug: profile.teacher.slug })
              : null}
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
