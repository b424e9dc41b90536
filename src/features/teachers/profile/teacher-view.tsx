import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSyncStatus } from '@/reads/sync-status';
import { Navigate } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { PageHead } from '@/ui/page-head';
import hidden from '@/ui/visually-hidden.module.css';
import waiting from '@/ui/waiting.module.css';
import { teacherPath } from '../cards/teacher-path';
import { type Absence, useFormerAddress } from '../former-address';
import type { Teacher } from '../schema';
import { searchAgain } from '../search/search-for';
import { useTeacher } from '../teacher-query';
import type { Sought } from './contact-text';
import type { GalleryItem } from './teacher-gallery';
import { TeacherProfile } from './teacher-profile';
import classes from './teacher-profile-skeleton.module.css';

interface TeacherViewProps {
  slugOrId: string;
  /** Renders a student's sentence about the teacher. */
  quoteOf(teacher: Teacher): ReactNode;
  /** Renders the evaluations of the teacher. */
  evaluationsOf(teacher: Teacher): ReactNode;
  /** Rendered at the top, beside the back link. */
  topOf?(teacher: Teacher): ReactNode;
  /** Gives the wishes of the person on this phone, from a teacher of these styles; the same function in every render. */
  sought?(styles: readonly string[]): Sought;
  /** Below a photo or video. */
  reportOf?(teacher: Teacher, item: GalleryItem): ReactNode;
  /** Below everything else. */
  endOf?(teacher: Teacher): ReactNode;
}

/** One teacher by slug or id, or why there is nobody to show. */
export function TeacherView(props: TeacherViewProps) {
  const { slugOrId, quoteOf, evaluationsOf, topOf, sought, reportOf, endOf } = props;
  const query = useTeacher(slugOrId);
  if (query.status === 'loading') {
    return (
      <>
        <PageHead title="Professor" path={null} />
        <TeacherProfileSkeleton />
      </>
    );
  }
  if (query.status === 'ready') {
    const { teacher, isPartial, restFailed, isAway } = query.data;
    return (
      <TeacherProfile
        key={teacher.id}
        teacher={teacher}
        isPartial={isPartial}
        failed={restFailed}
        isAway={isAway}
        quote={quoteOf(teacher)}
        evaluations={evaluationsOf(teacher)}
        top={topOf?.(teacher)}
        sought={sought ?? null}
        reportOf={reportOf ? (item) => reportOf(teacher, item) : null}
        end={endOf?.(teacher)}
      />
    );
  }
  return <NotHere slugOrId={slugOrId} isMissing={query.status === 'missing'} />;
}

/** A former address leads on; from this phone's memory too, when the server is out of reach. */
function NotHere({ slugOrId, isMissing }: { slugOrId: string; isMissing: boolean }) {
  const { status, present, absence } = useFormerAddress(slugOrId);
  if (present !== null) return <Navigate to={teacherPath({ slug: present, id: present })} replace />;
  if (isMissing && status === 'loading') {
    return (
      <>
        <PageHead title="Professor" path={null} />
        <TeacherProfileSkeleton />
      </>
    );
  }
  return (
    <Page narrow>
      {isMissing ? (
        <Missing absence={absence} />
      ) : (
        <>
          <PageHead title="Perfil indisponível" path={null} indexed={false} />
          <Unavailable />
        </>
      )}
    </Page>
  );
}

const WHY = {
  away: 'Este professor está fora da busca agora. Se vocês têm aulas combinadas, elas continuam em Pedidos.',
  left: 'Este professor deixou o Danceflix. Se vocês tiveram aulas, elas continuam em Pedidos.',
};

function Missing({ absence }: { absence: Absence }) {
  return (
    <>
      <PageHead title="Perfil não encontrado" path={null} indexed={false} />
      <Notice
        level={1}
        title="Este perfil não existe ou não está ativo"
        text={
          absence === null
            ? 'O endereço pode estar incompleto, ou o professor deixou de dar aulas por aqui.'
            : WHY[absence]
        }
        action={<LinkButton to={searchAgain()}>Encontrar Professor</LinkButton>}
      />
    </>
  );
}

function Unavailable() {
  const offline = useSyncStatus((status) => status.connection === 'offline');
  const toSearch = (
    <LinkButton to={searchAgain()} variant="outline">
      Ver professores salvos
    </LinkButton>
  );
  if (offline) {
    return (
      <Notice
        level={1}
        title="Sem conexão"
        text="Este professor não está salvo neste aparelho. Conecte-se: se o perfil estiver no ar, depois ele abre também sem internet."
        action={toSearch}
      />
    );
  }
  return (
    <Notice
      level={1}
      title="Não foi possível abrir este perfil"
      text="O servidor não respondeu. Confira sua conexão e tente de novo em instantes."
      action={
        <>
          <Button onClick={() => location.reload()}>Atualizar</Button>
          {toSearch}
        </>
      }
    />
  );
}

export function TeacherProfileSkeleton() {
  return (
    <div className={`${classes.skeleton} ${waiting.light}`} aria-busy="true">
      <h1 className={hidden.hidden}>Carregando o professor…</h1>
      <div className={classes.cover} />
      <div className={classes.body}>
        <div className={classes.rating} />
        <div className={classes.line} />
        <div className={classes.line} />
        <div className={classes.block} />
      </div>
    </div>
  );
}
