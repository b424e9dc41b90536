import { useIdentity } from '@/auth/identity';
import { HomeSteps } from '@/features/account/components/home-steps';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';

/** Where students begin. */
export default function StudentHomePage() {
  const { identity } = useIdentity();
  return (
    <Page narrow>
      <PageHeading>Olá, {identity?.name.split(' ')[0]}!</PageHeading>
      <HomeSteps
        steps={[
          {
            to: '/search',
            title: 'Encontre um professor',
            text: 'Escolha o estilo e a cidade; funciona também sem internet.',
          },
          {
            to: '/student/configurations',
            title: 'Complete seu perfil',
            text: 'Foto, WhatsApp e os estilos que você quer dançar.',
          },
        ]}
      />
    </Page>
  );
}
