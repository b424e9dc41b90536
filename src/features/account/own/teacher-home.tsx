import type { ReactNode } from 'react';
import { useIdentity } from '@/auth/identity';
import type { Href } from '@/lib/paths';
import { LinkButton } from '@/ui/link-button';
import { useOwnProfile } from '../queries';
import { approvalOf, owesChange } from './approval';
import { ApprovalCard } from './approval-card';
import { CompletenessCard } from './completeness-card';
import { Greeting } from './home';
import classes from './home.module.css';
import { OnAir } from './on-air';
import { isDue, OwnChecks } from './own-checks';
import { OwnProfileFallback } from './own-profile-fallback';

interface TeacherHomeProps {
  /** Path of the teacher's public page. */
  pageOf(teacher: { id: string; slug: string | null }): Href;
  /** The students' requests that wait for an answer. */
  requests?: ReactNode;
  /** Shares the teacher's page. */
  shareOf?(teacher: { id: string; slug: string | null }, place: 'joy' | 'card'): ReactNode;
  /** Rendered in the card of the approval while the team has not answered. */
  waiting?: ReactNode;
}

/** The teachers' start page: whether students can find them, and what to improve. */
export function TeacherHome({ pageOf, requests, shareOf, waiting }: TeacherHomeProps) {
  const { identity } = useIdentity();
  const { data: profile, status } = useOwnProfile();
  const teacher = profile?.teacher ?? null;
  const own = profile && teacher ? { id: profile.id, slug: teacher.slug } : null;
  const card = own && teacher && (
    <ApprovalCard
      teacher={teacher}
      page={pageOf(own)}
      editPath="/teacher/profile"
      share={shareOf?.(own, 'card')}
      waiting={waiting}
    />
  );
  const isUrgent = teacher !== null && (owesChange(teacher) || approvalOf(teacher) === 'deactivated');
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
      {own && teacher && approvalOf(teacher) === 'approved' ? (
        <OnAir approvedAt={teacher.approvedAt} page={pageOf(own)} share={shareOf?.(own, 'joy')} />
      ) : null}
      <div className={classes.steps}>
        {isUrgent ? card : null}
        {requests}
        {profile && card ? (
          <>
            {isUrgent ? null : card}
            <CompletenessCard profile={profile} to="/teacher/profile" />
            {teacher && isDue(teacher.checks) ? <OwnChecks checks={teacher.checks} /> : null}
          </>
        ) : (
          <OwnProfileFallback status={status} />
        )}
      </div>
    </>
  );
}
