import { useSearchParams } from 'react-router-dom';
import { ApprovalCard } from '@/features/account/own/approval-card';
import { CompletenessCard } from '@/features/account/own/completeness-card';
import { OwnChecks } from '@/features/account/own/own-checks';
import { OwnProfileFallback } from '@/features/account/own/own-profile-fallback';
import { ProfileEditor } from '@/features/account/own/profile-editor';
import { useOwnProfile } from '@/features/account/queries';
import type { OwnProfile } from '@/features/account/schema';
import { Portrait } from '@/features/teachers/cards/portrait';
import { teacherPath } from '@/features/teachers/cards/teacher-path';
import { useTeacher } from '@/features/teachers/teacher-query';
import { useCitiesWith } from '@/reads/use-every-city';
import { useDanceStyles } from '@/reads/use-offered-names';
import { later } from '@/ui/later';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { SectionLinks } from '@/ui/section-links';
import { ownTeacher } from './own-teacher';
import { ProfilePreview } from './profile-preview';
import { ProfileSharing } from './profile-sharing';
import classes from './teacher-pages.module.css';

const BeforeApproval = later(() => import('./before-approval'));
const OwnLinkPicture = later(() => import('./own-link-picture'));

const BOX = { width: 128, height: 128 };
const HERE = '/teacher/profile';

const LINKS = [
  { to: HERE, label: 'Editar' },
  { to: `${HERE}?ver=previa`, label: 'Prévia' },
  { to: `${HERE}?ver=divulgar`, label: 'Divulgar' },
] as const;

/** `?ver=previa` shows the public page as it would be, `?ver=divulgar` the material to share. */
export default function TeacherProfilePage() {
  const { status, data: profile } = useOwnProfile();
  return (
    <Page>
      <PageHeading>Seu perfil</PageHeading>
      <SectionLinks label="Seu perfil" links={LINKS} />
      <OwnLinkPicture />
      {profile ? <Own profile={profile} /> : <OwnProfileFallback status={status} />}
    </Page>
  );
}

function Own({ profile }: { profile: OwnProfile }) {
  const view = useSearchParams()[0].get('ver');
  const cities = useCitiesWith(profile.cityId);
  const styles = useDanceStyles();
  const listed = useTeacher(profile.id);
  const listing = listed.data?.teacher ?? null;
  const teacher = ownTeacher(profile, cities.data, styles.data, listing);
  if (!profile.teacher || !teacher) return <OwnProfileFallback status="failed" />;
  if (view === 'previa') return <ProfilePreview teacher={teacher} own={profile.teacher} />;
  if (view === 'divulgar') return <ProfileSharing teacher={teacher} own={profile.teacher} />;
  return (
    <div className={classes.editor}>
      <div className={classes.side}>
        <ApprovalCard
          teacher={profile.teacher}
          page={teacherPath(teacher)}
          editPath={null}
          waiting={<BeforeApproval />}
        />
        <CompletenessCard profile={profile} to="/teacher/profile" isHere />
        <OwnChecks checks={profile.teacher.checks} />
      </div>
      <div className={classes.main}>
        <ProfileEditor
          profile={profile}
          cities={cities}
          styles={styles}
          portrait={(person) => <Portrait {...person} box={BOX} eager />}
        />
      </div>
    </div>
  );
}
