import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { keepWayBack } from '@/auth/entering/way-back';
import { useIdentity } from '@/auth/identity';
import { GUARD } from '@/features/account/messages';
import { WhatsappOffer } from '@/features/account/own/whatsapp-offer';
import { AccountStep } from '@/features/lessons/components/account-step';
import { AskHead } from '@/features/lessons/components/ask-head';
import { AskView, useRefusedTeacher } from '@/features/lessons/components/ask-view';
import type { AskedTeacher } from '@/features/lessons/components/request-inputs';
import { Portrait } from '@/features/teachers/cards/portrait';
import { Rating } from '@/features/teachers/cards/rating';
import { teacherPath } from '@/features/teachers/cards/teacher-path';
import { ResponseFacts } from '@/features/teachers/profile/response-facts';
import type { Teacher } from '@/features/teachers/schema';
import { searchAgain } from '@/features/teachers/search/search-for';
import { useTeacher } from '@/features/teachers/teacher-query';
import { firstName } from '@/lib/text';
import { useHidden } from '@/reads/use-hidden';
import { useDanceStyles } from '@/reads/use-offered-names';
import { Navigate } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { wantHeadingFocus } from '@/ui/route-focus';
import { showToast } from '@/ui/toast';
import { daysAndTimes, soughtFrom } from '../public/sought';
import { CheckedTeachers } from './checked-teachers';

const BOX = { width: 64, height: 64 };

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
  const style = useSearchParams()[0].get('style');
  const styles = useDanceStyles();
  if (teacher.status === 'missing') {
    return (
      <Page narrow>
        <Notice
          level={1}
          title="Este professor não recebe pedidos agora"
          text="O endereço pode estar incompleto, ou o professor deixou de dar aulas por aqui."
          action={
            <LinkButton to={searchAgain(style === null ? {} : { style })}>Encontrar Professor</LinkButton>
          }
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
  return <Ready teacher={teacher.data.teacher} styles={styles.data} refusedId={refusedId} />;
}

interface ReadyProps {
  teacher: Teacher;
  styles: readonly { id: string; name: string }[];
  refusedId: string | null;
}

function Ready({ teacher, styles, refusedId }: ReadyProps) {
  const { id, slug, name, imageUrl, availability, checks, ratingAverage, ratingCount } = teacher;
  const [query, setQuery] = useSearchParams();
  const { identity } = useIdentity();
  const isVisitor = identity === null;
  const isBlocked = useHidden().has(id);
  const [sought] = useState(() => soughtFrom(teacher.styles));
  // The way back has led here.
  useEffect(() => {
    if (!isVisitor) keepWayBack(null);
  }, [isVisitor]);

  if (isBlocked) {
    return (
      <Page narrow>
        <Notice
          level={1}
          title={`Você bloqueou ${name}`}
          text="Para pedir uma aula, desbloqueie primeiro em Configurações."
          action={<LinkButton to="/student/configurations">Abrir Configurações</LinkButton>}
        />
      </Page>
    );
  }

  const style = query.get('style') ?? sought.style;
  const isAccountStep = isVisitor && query.get('passo') === 'conta';
  const asked: AskedTeacher = {
    id,
    name,
    styles: styles.filter((one) => teacher.styles.includes(one.name)),
    availability,
    checks,
  };
  const filled = new URLSearchParams({ professor: slug ?? id, ...(style !== '' && { style }) });
  const form = `/student/requests/new?${filled}` as const;
  const back = `${form}&pronto=1` as const;

  function askForAccount() {
    keepWayBack(back);
    setQuery(new URLSearchParams([...filled, ['passo', 'conta']]));
    wantHeadingFocus();
    window.scrollTo(0, 0);
    void showToast({ title: GUARD.signedOut, id: 'guard', place: 'top' });
  }

  const head = {
    portrait: <Portrait id={id} name={name} imageUrl={imageUrl} box={BOX} eager />,
    rating: <Rating average={ratingAverage} count={ratingCount} />,
  };
  if (isAccountStep) {
    return (
      <Page narrow>
        <AskHead
          key="account"
          back={{ to: form, label: 'Voltar ao pedido' }}
          title={`Para pedir aula com ${firstName(name)}, crie sua conta`}
          {...head}
        />
        <AccountStep teacher={asked} back={back} />
      </Page>
    );
  }
  return (
    <Page narrow>
      <AskHead
        key="form"
        back={{ to: teacherPath(teacher), label: firstName(name) }}
        title={`Pedir aula com ${name}`}
        facts={<ResponseFacts {...teacher} />}
        {...head}
      />
      <AskView
        key={id}
        teacher={asked}
        refusedId={refusedId}
        wantedStyle={style === '' ? null : style}
        known={{ ...daysAndTimes(sought.when, availability), message: sought.goal }}
        isReady={!isVisitor && query.get('pronto') !== null}
        checkedOthers={(wish, onTake) => <CheckedTeachers wish={wish} onTake={onTake} />}
        contact={<WhatsappOffer name={firstName(name)} />}
        onAccountNeeded={askForAccount}
      />
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
