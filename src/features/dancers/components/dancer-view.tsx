import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSyncStatus } from '@/reads/sync-status';
import { ChevronLeftIcon } from '@/ui/icons';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { PageHead } from '@/ui/page-head';
import { useDancer } from '../queries';
import { type Dancer, toDancer } from '../schema';
import { DancerProfile } from './dancer-profile';
import classes from './dancers.module.css';

type Names = readonly { id: string; name: string }[];

interface DancerViewProps {
  slugOrId: string;
  cities: Names;
  styles: Names;
  portrait(dancer: Dancer, className: string | undefined): ReactNode;
  /** Drawn when there is no public dancer at the address. */
  missing: ReactNode;
  /** Draws the reader's actions on this person, below the profile. */
  endOf(dancer: Dancer): ReactNode;
}

/** Shows one dancer by slug or id, or the reason why not. Search engines are told not to index people. */
export function DancerView({ slugOrId, cities, styles, portrait, missing, endOf }: DancerViewProps) {
  const { status, data: item, retry } = useDancer(slugOrId);
  if (status === 'missing') return missing;
  const dancer = item && toDancer(item, cities, styles);
  return (
    <Page narrow>
      <PageHead title={item?.name ?? 'Bailudo'} path={null} indexed={false} />
      <Link to="/comunidade/bailudos" className={classes.back ?? ''}>
        <ChevronLeftIcon size={18} />
        Bailudos
      </Link>
      <Shown status={status} dancer={dancer} portrait={portrait} retry={retry} />
      {dancer ? endOf(dancer) : null}
    </Page>
  );
}

interface ShownProps extends Pick<DancerViewProps, 'portrait'> {
  status: string;
  dancer: Dancer | null;
  retry(): void;
}

function Shown({ status, dancer, portrait, retry }: ShownProps) {
  if (dancer) {
    return <DancerProfile dancer={dancer} portrait={portrait} />;
  }
  if (status === 'loading') {
    return (
      <div className={classes.waiting} role="status" aria-busy="true">
        Carregando perfil…
      </div>
    );
  }
  return <Unavailable retry={retry} />;
}

/** Stands in for dancers that are not on this phone. */
export function Unavailable({ retry }: { retry(): void }) {
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  return (
    <Notice
      level={1}
      role="alert"
      title={offline ? 'Sem conexão' : 'Não foi possível carregar'}
      text={
        offline
          ? 'Os bailudos ainda não foram salvos neste aparelho. Conecte-se uma vez: depois eles abrem também sem internet.'
          : 'O servidor não respondeu. Tente de novo em instantes.'
      }
      action={
        offline ? (
          <LinkButton to="/search" variant="outline">
            Ver professores salvos
          </LinkButton>
        ) : (
          <Button onClick={retry}>Tentar de novo</Button>
        )
      }
    />
  );
}
