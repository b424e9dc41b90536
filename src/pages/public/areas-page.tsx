import { AreaLinks } from '@/features/landing/components/areas';
import { LESSONS } from '@/features/landing/places';
import Nobody from '@/features/teachers/nobody';
import { NO_FILTERS } from '@/features/teachers/search/search-url';
import { useAllAreas } from '@/reads/use-areas';
import { useNobody } from '@/reads/use-nobody';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { PageHead } from '@/ui/page-head';
import { PageHeading } from '@/ui/page-heading';
import AlertOffer from './alert-offer';
import classes from './areas-page.module.css';

/** /aulas: every city with its styles, as links to their pages. */
export default function AreasPage() {
  const { status, data } = useAllAreas();
  const nobody = useNobody();
  const isEmpty = status === 'ready' && data.length === 0;
  return (
    <Page>
      <PageHead
        title="Aulas de dança por cidade"
        description="Professores particulares de dança por cidade e estilo: veja quem ensina perto de você e combine a aula direto."
        path={LESSONS}
        indexed={!isEmpty}
      />
      <header className={classes.head}>
        <PageHeading>Aulas de dança por cidade</PageHeading>
        {isEmpty ? null : <p>As cidades e os estilos com três professores particulares ou mais.</p>}
      </header>
      {nobody ? (
        <Nobody style="" city="" alert={<AlertOffer sought={NO_FILTERS} isEmpty />} />
      ) : data.length > 0 ? (
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
