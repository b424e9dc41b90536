import { useIdentity } from '@/auth/identity';
import { DancerList } from '@/features/dancers/components/dancer-list';
import { useDancers } from '@/features/dancers/queries';
import { Portrait } from '@/features/teachers/cards/portrait';
import { useNames } from '@/reads/use-names';
import { useDanceStyles } from '@/reads/use-offered-names';
import { LinkButton } from '@/ui/link-button';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import classes from './dancers-page.module.css';

const BOX = { width: 72, height: 72 };

export default function DancersPage() {
  const query = useDancers();
  const role = useIdentity().identity?.role;
  const { everyCity } = useNames();
  const styles = useDanceStyles();
  const invitation =
    role === undefined || role === null ? (
      <LinkButton to="/register">Criar minha conta</LinkButton>
    ) : role === 'student' ? (
      <LinkButton to="/student/profile-enhanced">Mostrar minha página</LinkButton>
    ) : null;
  return (
    <Page>
      <div className={classes.head}>
        <PageHeading>Bailudos</PageHeading>
        <p>
          {query.status === 'ready' && query.data.length === 0
            ? 'Bailudo é quem dança e mostra aqui a própria página.'
            : 'Gente que dança e quer dançar mais. Encontre companhia para o próximo baile.'}
        </p>
      </div>
      <DancerList
        query={query}
        cities={everyCity}
        styles={styles.data}
        portrait={({ id, name, imageUrl }, className) => (
          <Portrait id={id} name={name} imageUrl={imageUrl} className={className} box={BOX} />
        )}
        invitation={invitation}
      />
    </Page>
  );
}
