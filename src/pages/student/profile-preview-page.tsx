import { OwnProfileFallback } from '@/features/account/own/own-profile-fallback';
import { useOwnProfile } from '@/features/account/queries';
import { DancerProfile } from '@/features/dancers/components/dancer-profile';
import { toDancer } from '@/features/dancers/schema';
import { Portrait } from '@/features/teachers/cards/portrait';
import { useCitiesWith } from '@/reads/use-every-city';
import { useDanceStyles } from '@/reads/use-offered-names';
import { Link } from '@/ui/link';
import { EyeIcon, EyeOffIcon } from '@/ui/more-icons';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { ownDancer } from './own-dancer';
import { StudentLinks } from './student-links';
import classes from './student-pages.module.css';

const BOX = { width: 160, height: 160 };

export default function StudentProfilePreviewPage() {
  const { status, data: profile } = useOwnProfile();
  const cities = useCitiesWith(profile?.cityId ?? null);
  const styles = useDanceStyles();
  const facts = profile ? ownDancer(profile) : null;
  return (
    <Page narrow>
      <PageHeading>Prévia do perfil</PageHeading>
      <StudentLinks />
      {facts ? (
        <>
          <PreviewNote isPublic={profile?.student?.isPublic === true} />
          <DancerProfile
            isPreview
            dancer={toDancer(facts, cities.data, styles.data)}
            portrait={({ id, name, imageUrl }, className) => (
              <Portrait id={id} name={name} imageUrl={imageUrl} className={className} box={BOX} eager />
            )}
          />
        </>
      ) : (
        <OwnProfileFallback status={status} />
      )}
    </Page>
  );
}

/** The line above the preview that tells whether the profile is public. */
export function PreviewNote({ isPublic }: { isPublic: boolean }) {
  const Icon = isPublic ? EyeIcon : EyeOffIcon;
  return (
    <p className={classes.note} data-on={isPublic || undefined}>
      <Icon size={22} />
      <span>
        {isPublic
          ? 'É exatamente isto que os outros veem de você. '
          : 'Sua página está escondida: ninguém vê isto. É o que apareceria se você a mostrasse. '}
        <Link to="/student/profile-enhanced">Editar perfil</Link>
      </span>
    </p>
  );
}
