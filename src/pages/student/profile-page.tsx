import { OwnProfileFallback } from '@/features/account/own/own-profile-fallback';
import { ProfileSummary } from '@/features/account/own/profile-summary';
import { PublicPageCard } from '@/features/account/own/public-page-card';
import { useOwnProfile } from '@/features/account/queries';
import type { OwnProfile } from '@/features/account/schema';
import { dancerPath } from '@/features/dancers/schema';
import { Figures } from '@/features/progress/components/figures';
import { averageText } from '@/features/progress/texts';
import { Portrait } from '@/features/teachers/cards/portrait';
import { useCitiesWith } from '@/reads/use-every-city';
import { useDanceStyles } from '@/reads/use-offered-names';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { ShareButton } from '@/ui/share-button';
import { ProgressFallback } from './progress-fallback';
import { StudentLinks } from './student-links';
import { useProgress } from './use-progress';

const BOX = { width: 96, height: 96 };

export default function StudentProfilePage() {
  const { status, data: profile } = useOwnProfile();
  return (
    <Page narrow>
      <PageHeading>Resumo do perfil</PageHeading>
      <StudentLinks />
      {profile ? <Own profile={profile} /> : <OwnProfileFallback status={status} />}
    </Page>
  );
}

function Own({ profile }: { profile: OwnProfile }) {
  const cities = useCitiesWith(profile.cityId).data;
  const styles = useDanceStyles().data;
  const { id, name, imageUrl, cityId, styleIds, student } = profile;
  return (
    <>
      <ProfileSummary
        profile={profile}
        cityName={cities.find((one) => one.id === cityId)?.name ?? null}
        styles={styles.filter((one) => styleIds.includes(one.id)).map((one) => one.name)}
        portrait={<Portrait id={id} name={name} imageUrl={imageUrl} box={BOX} eager />}
      />
      <Statistics />
      {student ? (
        <PublicPageCard
          student={student}
          path={student.slug === null ? null : dancerPath({ id, slug: student.slug })}
          share={(url) => (
            <ShareButton title={`${name} · Danceflix`} text="Minha página no Danceflix" url={url} />
          )}
        />
      ) : null}
    </>
  );
}

function Statistics() {
  const { status, progress, receivedStars } = useProgress();
  if (status !== 'ready') return <ProgressFallback failed={status === 'failed'} />;
  const given = progress.given.reduce((sum, count) => sum + count, 0);
  const received = receivedStars?.reduce((sum, count) => sum + count, 0);
  return (
    <Figures
      label="Suas estatísticas"
      figures={[
        { label: 'Pedidos de aula', value: String(progress.asked) },
        { label: progress.held === 1 ? 'Aula feita' : 'Aulas feitas', value: String(progress.held) },
        { label: 'Avaliações que você deu', value: String(given) },
        {
          label: received
            ? `Avaliações recebidas · média ${averageText(receivedStars ?? [0, 0, 0, 0, 0])}`
            : 'Avaliações recebidas',
          value: received === undefined ? '—' : String(received),
        },
      ]}
    />
  );
}
