import { useIdentity } from '@/auth/identity';
import { HomeSteps } from '@/features/account/components/home-steps';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';

/** Where administrators begin; the administration's own pages come with their own release. */
export default function AdminHomePage() {
  const { identity } = useIdentity();
  return (
    <Page narrow>
      <PageHeading>Olá, {identity?.name.split(' ')[0]}!</PageHeading>
      <p>Você entrou como administrador. As telas de administração ainda não fazem parte desta versão.</p>
      <HomeSteps
        steps={[{ to: '/search', title: 'Veja a busca', text: 'O que visitantes e alunos encontram hoje.' }]}
      />
    </Page>
  );
}
