import { OwnProfileFallback } from '@/features/account/own/own-profile-fallback';
import { ProfileEditor } from '@/features/account/own/profile-editor';
import { useOwnProfile } from '@/features/account/queries';
import { Portrait } from '@/features/teachers/cards/portrait';
import { useCities, useDanceStyles } from '@/reads/use-offered-names';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { StudentLinks } from './student-links';

const BOX = { width: 128, height: 128 };

export default function StudentProfileEnhancedPage() {
  const { status, data: profile } = useOwnProfile();
  const cities = useCities();
  const styles = useDanceStyles();
  return (
    <Page narrow>
      <PageHeading>Seu perfil</PageHeading>
      <StudentLinks />
      {profile ? (
        <ProfileEditor
          profile={profile}
          cities={cities}
          styles={styles}
          portrait={(person) => <Portrait {...person} box={BOX} eager />}
        />
      ) : (
        <OwnProfileFallback status={status} />
      )}
    </Page>
  );
}
