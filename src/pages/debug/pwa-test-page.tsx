import { useEffect, useState, useSyncExternalStore } from 'react';
import { mayBeOnline, serviceWorkers, told } from '@/lib/browser/navigator';
import { useSyncStatus } from '@/reads/sync-status';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import classes from './debug.module.css';

interface Line {
  what: string;
  /** Null while unknown. */
  good: boolean | null;
  says: string;
}

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function supported(what: string, good: boolean): Line {
  return { what, good, says: good ? 'Suportado' : 'Não suportado' };
}

const PERMISSIONS = { granted: 'permitidas', denied: 'negadas', default: 'ainda não perguntado' } as const;

function notifications(): Line {
  if (!('Notification' in window)) return supported('Notificações', false);
  return { what: 'Notificações', good: true, says: `Suportado · ${PERMISSIONS[Notification.permission]}` };
}

const megabytes = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** The browser's data about our storage. Safari reports the usage only since version 17. */
async function storageLines(storage: StorageManager): Promise<Line[]> {
  const [persisted, estimate] = await Promise.all([storage.persisted(), storage.estimate?.()]);
  const isProtected: Line = {
    what: 'Armazenamento protegido',
    good: persisted,
    says: persisted ? 'Sim' : 'Não: o navegador pode apagar os dados se faltar memória',
  };
  if (!estimate) return [isProtected];
  const { usage = 0, quota = 0 } = estimate;
  const says = `${megabytes.format(usage / 1e6)} MB de ${megabytes.format(quota / 1e6)} MB`;
  return [isProtected, { what: 'Espaço usado', good: quota === 0 || usage < quota * 0.9, says }];
}

function useStorageLines(): Line[] {
  const [lines, setLines] = useState<Line[]>([]);
  useEffect(() => {
    const storage = told('storage');
    if (!storage) {
      setLines([supported('Armazenamento protegido', false)]);
      return;
    }
    storageLines(storage).then(setLines, () =>
      setLines([{ what: 'Armazenamento', good: false, says: 'O navegador não respondeu' }]),
    );
  }, []);
  return lines;
}

export default function PwaTestPage() {
  const online = useSyncExternalStore(subscribeOnline, () => mayBeOnline());
  const connection = useSyncStatus((status) => status.connection);
  const storage = useStorageLines();
  const workers = serviceWorkers();
  const controlled = Boolean(workers?.controller);
  const lines: Line[] = [
    supported('Service worker', workers !== undefined),
    {
      what: 'Service worker ativo',
      good: controlled,
      says: controlled ? 'Sim' : 'Ainda não',
    },
    notifications(),
    supported('API de cache', 'caches' in window),
    { what: 'Conexão do aparelho', good: online, says: online ? 'Online' : 'Offline' },
    {
      what: 'Servidor do Danceflix',
      good: connection === 'online',
      says: connection === 'online' ? 'Ao alcance' : 'Fora de alcance',
    },
    ...storage,
  ];
  return (
    <Page narrow>
      <PageHeading>Teste do aplicativo</PageHeading>
      <p>O que este navegador oferece ao Danceflix, agora.</p>
      <dl className={classes.lines} aria-live="polite">
        {lines.map(({ what, good, says }) => (
          <div key={what} className={classes.line} data-good={good ?? undefined}>
            <dt>{what}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Page>
  );
}
