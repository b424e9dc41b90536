import { AreaLinks } from '@/features/landing/components/areas';
import { useAllAreas } from '@/reads/use-areas';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import classes from './areas-page.module.css';

/** /aulas: every city with its styles, as links to their pages. */
export default function AreasPage() {
  const { status, data } = useAllAreas();
  return (
    <Page>
      <header className={classes.head}>
        <PageHeading>Aulas de dança por cidade</PageHeading>
        <p>As cidades e os estilos com três professores particulares ou mais.</p>
      </header>
      {data.length > 0 ? (
        <AreaLinks areas={data} label="Aulas por cidade" level={2} />
      ) : (
        <None status={status} />
      )}
    </Page>
  );
}

function None({ status }: { status: 'ready' | 'loading' | 'unavailable' }) {
  if (status === 'loading') {
    return (
      <p role="status" aria-busy="true">
        Carregando as cidades…
      </p>
    );
  }
  return (
    <Notice
      title={status === 'ready' ? 'Nenhuma cidade por enquanto' : 'As cidades ainda não estão neste aparelho'}
      text={
        status === 'ready'
          ? 'Assim que três professores ensinarem um estilo na mesma cidade, ela aparece aqui.'
          : 'Conecte-se uma vez: depois a página abre também sem internet.'
      }
      action={<LinkButton to="/search">Encontrar Professor</LinkButton>}
    />
  );
}
