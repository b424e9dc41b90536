import { useIdentity } from '@/auth/identity';
import { ApprovalState } from '@/features/account/components/approval-state';
import { HomeSteps } from '@/features/account/components/home-steps';
import { useOwnProfile } from '@/features/account/queries';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';

/** Where teachers begin: where their approval stands, and what to do next. */
export default function TeacherHomePage() {
  const { identity } = useIdentity();
  const { profile } = useOwnProfile();
  return (
    <Page narrow>
      <PageHeading>Olá, {identity?.name.split(' ')[0]}!</PageHeading>
      {profile?.teacher ? <ApprovalState teacher={profile.teacher} /> : null}
      <HomeSteps
        steps={[
          {
            to: '/teacher/configurations',
            title: 'Complete seu perfil',
            text: 'Foto, apresentação e estilos: é o que os alunos veem primeiro.',
          },
          { to: '/search', title: 'Veja a busca', text: 'Conheça os perfis como os alunos os encontram.' },
        ]}
      />
    </Page>
  );
}
