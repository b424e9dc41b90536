import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { withRedirect } from '@/auth/entering/redirect';
import { type Identity, useIdentity } from '@/auth/identity';
import { useOnce } from '@/lib/use-once';
import { useSyncStatus } from '@/reads/sync-status';
import { Link, Navigate } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { useNavigate } from '@/ui/navigate';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { showToast } from '@/ui/toast';
import classes from './invitation.module.css';
import {
  claimInvitation,
  type InvitationAnswer,
  type OpenInvitation,
  readInvitation,
} from './open-invitation';

const ENDED = {
  used: {
    title: 'Este convite já foi usado',
    text: 'Cada convite vale para uma pessoa só. Se foi você, entre na sua conta.',
  },
  revoked: {
    title: 'Este convite não vale mais',
    text: 'Quem convidou retirou o convite. Você ainda pode criar seu perfil de professor sem ele.',
  },
  expired: {
    title: 'Este convite venceu',
    text: 'Um convite vale 30 dias. Você ainda pode criar seu perfil de professor sem ele.',
  },
  unknown: {
    title: 'Não encontramos este convite',
    text: 'Confira se o link está completo. Você também pode criar seu perfil de professor sem convite.',
  },
} as const;

const UNREAD = {
  unreachable: { title: 'Sem conexão', text: 'Abra de novo com internet: o convite está guardado no link.' },
  'too-many': { title: 'Muitas tentativas', text: 'Espere uma hora e abra o link de novo.' },
  failed: { title: 'Não foi possível abrir o convite', text: 'Tente de novo daqui a pouco.' },
} as const;

/** Shows an invitation to the person who opens its link: its words, the registration, or why it does not hold any more. */
export function InvitationView({ token }: { token: string }) {
  const online = useSyncStatus(({ connection }) => connection !== 'offline');
  const { identity } = useIdentity();
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<InvitationAnswer | null>(null);
  const lacksNetwork = answer === null || answer.state === 'unreachable';

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read again when the network is back or on request
  useEffect(() => {
    if (!lacksNetwork && round === 0) return;
    const asked = new AbortController();
    void readInvitation(token, asked.signal).then((read) => {
      if (!asked.signal.aborted) setAnswer(read);
    });
    return () => asked.abort();
  }, [token, online, round]);

  if (answer === null) return <p role="status">Abrindo o convite…</p>;
  // The way back from the registration that has used it.
  if (answer.state === 'used' && identity?.role === 'teacher') return <Navigate to="/teacher/home" replace />;
  if (answer.state === 'open') return <OpenView token={token} invitation={answer} identity={identity} />;
  if (answer.state === 'unreachable' || answer.state === 'too-many' || answer.state === 'failed') {
    return (
      <Notice
        level={1}
        role="alert"
        {...UNREAD[answer.state]}
        action={<Button onClick={() => setRound(round + 1)}>Tentar de novo</Button>}
      />
    );
  }
  return (
    <Notice
      level={1}
      {...ENDED[answer.state]}
      action={
        identity ? (
          <LinkButton to="/">Ir para o início</LinkButton>
        ) : answer.state === 'used' ? (
          <LinkButton to="/login?role=teacher">Entrar</LinkButton>
        ) : (
          <LinkButton to="/register?role=teacher">Criar meu perfil de professor</LinkButton>
        )
      }
    />
  );
}

interface OpenViewProps {
  token: string;
  invitation: OpenInvitation;
  identity: Identity | null;
}

function OpenView({ token, invitation, identity }: OpenViewProps) {
  const { name, city, styles, by } = invitation;
  return (
    <article className={classes.invitation}>
      <PageHeading>Olá, {name}!</PageHeading>
      <p>
        {by === null ? 'A equipe do Danceflix' : `${by}, que ensina no Danceflix,`} convida você a dar aulas
        particulares de dança com um perfil próprio, sem mensalidade e sem taxa.
      </p>
      {city !== null || styles.length > 0 ? (
        <p>Já preenchemos: {[city, styles.join(', ')].filter(Boolean).join(' · ')}. Você pode mudar tudo.</p>
      ) : null}
      <h2>O que vem depois</h2>
      <ol>
        <li>Você cria sua conta e aceita os termos de uso.</li>
        <li>Completa seu perfil: foto, apresentação e experiência.</li>
        <li>Nossa equipe confere cada perfil antes de mostrá-lo na busca.</li>
      </ol>
      <Actions token={token} invitation={invitation} identity={identity} />
    </article>
  );
}

function Actions({ token, invitation, identity }: OpenViewProps) {
  const navigate = useNavigate();
  const once = useOnce();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const path = `/convite/${token}`;
  const register = withRedirect('/register', path, 'teacher');

  if (identity === null || identity.state === 'registering') {
    const known = {
      role: 'teacher',
      name: invitation.name,
      cityId: invitation.city_id,
      cityName: invitation.city,
      whatsapp: null,
      selectedStyles: invitation.styles,
    };
    return (
      <>
        <Button onClick={() => void navigate(register, { state: { known } })}>
          Criar meu perfil de professor
        </Button>
        {identity === null ? (
          <p>
            Já tem conta de professor? <Link to={withRedirect('/login', path, 'teacher')}>Entrar</Link>
          </p>
        ) : null}
      </>
    );
  }
  if (identity.role !== 'teacher') {
    return (
      <p role="status">
        Você entrou com uma conta que não é de professor. Para usar o convite, saia e crie sua conta de
        professor com outro e-mail.
      </p>
    );
  }
  const claim = () =>
    once(async () => {
      setBusy(true);
      setProblem('');
      const { state } = await claimInvitation(identity.userId, token);
      setBusy(false);
      if (state === 'claimed') {
        void showToast({ title: 'Convite aceito' });
        void navigate('/teacher/home', { replace: true });
      } else {
        setProblem(state === 'failed' ? UNREAD.failed.text : ENDED[state].title);
      }
    });
  return (
    <>
      <Button disabled={busy} onClick={() => void claim()}>
        Aceitar o convite como {identity.name}
      </Button>
      <p role="alert">{problem}</p>
    </>
  );
}
