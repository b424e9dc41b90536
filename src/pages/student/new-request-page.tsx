import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { AskView, useRefusedTeacher } from '@/features/lessons/components/ask-view';
import { useTeacher } from '@/features/teachers/queries';
import { useDanceStyles } from '@/reads/use-offered-names';
import { Navigate } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';

/** `?professor=` slug or id, or `?envio=` a refused request to edit. */
export default function NewRequestPage() {
  const [query] = useSearchParams();
  const refusedId = query.get('envio');
  const ofRefused = useRefusedTeacher(refusedId);
  const asked = refusedId === null ? (query.get('professor') ?? '') : ofRefused;
  if (asked === null) return <Loading />;
  if (asked === '') return <Navigate to="/student/requests" replace />;
  return <Ask key={asked} slugOrId={asked} refusedId={refusedId} />;
}

function Ask({ slugOrId, refusedId }: { slugOrId: string; refusedId: string | null }) {
  const teacher = useTeacher(slugOrId);
  const styles = useDanceStyles();
  if (teacher.status === 'missing') {
    return (
      <Page narrow>
        <Notice
          level={1}
          title="Este professor não recebe pedidos agora"
          text="O endereço pode estar incompleto, ou o professor deixou de dar aulas por aqui."
          action={<LinkButton to="/search">Encontrar Professor</LinkButton>}
        />
      </Page>
    );
  }
  if (teacher.status === 'unavailable' || styles.status === 'failed') {
    return (
      <Page narrow>
        <Notice
          level={1}
          role="alert"
          title="Não foi possível abrir o pedido"
          text="Este professor ainda não foi salvo neste aparelho e o servidor não respondeu. Confira sua conexão e tente de novo."
          action={<Button onClick={() => window.location.reload()}>Tentar de novo</Button>}
        />
      </Page>
    );
  }
  if (teacher.status !== 'ready' || styles.status === 'loading') return <Loading />;
  const { id, name, styles: offered, availability } = teacher.data.teacher;
  const taught = styles.data.filter((style) => offered.includes(style.name));
  return (
    <Page narrow>
      <PageHeading>Pedir aula com {name}</PageHeading>
      <p>Diga o que prefere. {name} responde pelo Danceflix, e vocês combinam o resto.</p>
      <AskView key={id} teacher={{ id, name, styles: taught, availability }} refusedId={refusedId} />
    </Page>
  );
}

function Loading() {
  return (
    <Page narrow>
      <PageHeading>Pedir aula</PageHeading>
      <p role="status" aria-busy="true">
        Carregando professor…
      </p>
    </Page>
  );
}
