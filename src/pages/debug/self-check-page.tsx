import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStore as useStored } from 'zustand';
import { useAuthState } from '@/auth/session/auth-state';
import { privateStore } from '@/db/memory/private-store';
import { probeStorage } from '@/db/search/search-record-store';
import { ROLE_LABELS } from '@/features/account/messages';
import { momentOf } from '@/lib/dates';
import { logger } from '@/lib/logger';
import { probe } from '@/lib/rest';
import { usePending } from '@/outbox/pending';
import { useSyncStatus } from '@/reads/sync-status';
import { pullManually } from '@/sync/status';
import { LinkButton } from '@/ui/link-button';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import classes from './debug.module.css';

interface Result {
  what: string;
  /** Null while the check runs. */
  good: boolean | null;
  says: string;
  /** Advice for the person. */
  todo?: string;
}

const WORDS = { true: 'OK', false: 'Não OK', null: 'Verificando…' } as const;

/** Checks this phone's storage, syncing and connection, and gives advice when one does not work. */
export default function SelfCheckPage() {
  const [round, setRound] = useState(0);
  const results = [
    useStore(round),
    useSyncing(),
    useUnread(),
    useConnection(round),
    useSending(),
    useAccount(),
  ].filter((one) => one !== null);
  const busy = results.some(({ good }) => good === null);
  const again = () => {
    setRound(round + 1);
    void pullManually();
  };
  return (
    <Page narrow>
      <PageHeading>Teste do Danceflix neste aparelho</PageHeading>
      <p>Se algo não funciona, esta página diz o quê e o que fazer.</p>
      <dl className={classes.lines} aria-live="polite">
        {results.map(({ what, good, says, todo }) => (
          <div key={what} className={classes.line} data-good={good ?? undefined}>
            <dt>{what}</dt>
            <dd>{WORDS[`${good}`]}</dd>
            <dd className={classes.detail}>
              {says}
              {good === false && todo ? ` ${todo}` : null}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.actions}>
        <Button loading={busy} onClick={again}>
          Testar de novo
        </Button>
        <LinkButton to="/envios" variant="outline">
          Ver envios pendentes
        </LinkButton>
      </div>
    </Page>
  );
}

/** The result of `look`, checked again with every round. */
function useProbe(look: () => Promise<boolean>, round: number): boolean | null {
  const [found, setFound] = useState<{ round: number; good: boolean } | null>(null);
  useEffect(() => {
    let left = false;
    look().then(
      (good) => left || setFound({ round, good }),
      (error: unknown) => {
        logger.info('The self-check found', error);
        if (!left) setFound({ round, good: false });
      },
    );
    return () => {
      left = true;
    };
  }, [look, round]);
  return found?.round === round ? found.good : null;
}

async function storageWorks(): Promise<boolean> {
  await probeStorage();
  return true;
}

function useStore(round: number): Result {
  const works = useProbe(storageWorks, round);
  const kept = useSyncStatus(({ storage }) => storage);
  const good = works === null ? null : works && kept !== 'unavailable' && kept !== 'full';
  const says = {
    ok: 'O navegador salva o que o app precisa.',
    ephemeral: 'Funciona, mas só até fechar esta janela anônima.',
    full: 'Falta espaço neste aparelho.',
    unavailable: 'O navegador não está deixando o app salvar dados.',
  }[works === false && kept === 'ok' ? 'unavailable' : kept];
  return {
    what: 'Armazenamento do aparelho',
    good,
    says: good === null ? '' : says,
    todo: 'Libere espaço, ou saia da janela anônima e permita dados de sites. Depois abra o app de novo.',
  };
}

function useSyncing(): Result {
  const collections = useSyncStatus((status) => status.collections);
  const all = [collections.teachers, collections.cities, collections.dance_styles];
  const pulledAt = Math.min(...all.map((one) => one.pulledAt ?? 0));
  const failed = all.some(({ state }) => state === 'failed');
  const waits = all.some(({ state }) => state === 'syncing' || state === 'never');
  const since = pulledAt > 0 ? ` Última atualização: ${momentOf(pulledAt)}.` : '';
  if (failed) {
    const says =
      pulledAt > 0
        ? 'A última atualização não terminou.'
        : 'Os professores ainda não chegaram a este aparelho.';
    return {
      what: 'Sincronização',
      good: false,
      says: `${says}${since}`,
      todo: 'Confira a conexão e teste de novo. O que já foi salvo continua funcionando.',
    };
  }
  if (waits)
    return { what: 'Sincronização', good: null, says: `Buscando professores, cidades e estilos.${since}` };
  return { what: 'Sincronização', good: true, says: `Professores, cidades e estilos estão salvos.${since}` };
}

/** Shown only if there are any: a newer server may send rows that this release cannot read. */
function useUnread(): Result | null {
  const collections = useSyncStatus((status) => status.collections);
  const own = useStored(privateStore, ({ rows }) => rows?.unread ?? 0);
  const count = Object.values(collections).reduce((sum, { unread }) => sum + (unread || 0), own);
  if (count === 0) return null;
  return {
    what: 'Dados não lidos',
    good: false,
    says:
      count === 1
        ? '1 item chegou e esta versão do app não soube ler. Se já estava aqui, continua como era antes.'
        : `${count} itens chegaram e esta versão do app não soube ler. Os que já estavam aqui continuam como eram antes.`,
    todo: 'Feche e abra o app para atualizar: o app pede esses dados de novo sozinho.',
  };
}

function useConnection(round: number): Result {
  const good = useProbe(probe, round);
  const now = useSyncStatus(({ connection }) => connection);
  const reached = good === null ? null : good && now === 'online';
  return {
    what: 'Conexão com o Danceflix',
    good: reached,
    says: reached === null ? '' : reached ? 'O servidor respondeu.' : 'O servidor não respondeu.',
    todo: 'Confira o Wi-Fi ou os dados móveis. Numa rede pública, abra o navegador e faça o login dela.',
  };
}

function useSending(): Result {
  const { status, items } = usePending();
  const count = items.length;
  return {
    what: 'Envios deste aparelho',
    good: status === 'loading' ? null : status === 'ready' && count === 0,
    says:
      status === 'failed'
        ? 'Não foi possível ler os envios.'
        : count === 0
          ? 'Está tudo em dia: não há envios pendentes.'
          : `${count === 1 ? '1 envio aguardando conexão' : `${count} envios aguardando conexão`}.`,
    todo: 'Nada se perde: sai sozinho quando houver conexão. Em Envios pendentes dá para ver cada um.',
  };
}

function useAccount(): Result {
  const { isAuthenticated, role, userProfile, user, session } = useAuthState();
  const name = userProfile?.name ?? user?.email;
  return {
    what: 'Sua conta',
    good: !isAuthenticated || session !== null,
    says: isAuthenticated
      ? `Você entrou como ${name}${role ? ` (${ROLE_LABELS[role]})` : ''}.`
      : 'Ninguém entrou neste aparelho.',
    todo: 'A sessão não está mais salva: saia e entre de novo.',
  };
}
