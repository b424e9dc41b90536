import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { type DataUse, flushDataUse, readDataUse, resetDataUse } from '@/lib/data-use';
import { momentOf } from '@/lib/dates';
import { logger } from '@/lib/logger';
import { useSyncStatus } from '@/reads/sync-status';
import classes from './low-data.module.css';

type Shown = { kind: 'loading' } | { kind: 'failed' } | { kind: 'known'; use: DataUse | null };

/** Approximate amount of data that the app has used on this device. */
export function DataUseCard() {
  const [shown, setShown] = useState<Shown>({ kind: 'loading' });
  const look = useCallback(async () => {
    try {
      await flushDataUse();
      setShown({ kind: 'known', use: await readDataUse() });
    } catch (error) {
      logger.info('The amount of data used could not be read', error);
      setShown({ kind: 'failed' });
    }
  }, []);
  useEffect(() => void look(), [look]);
  const reset = async () => {
    try {
      await resetDataUse(Date.now());
    } catch (error) {
      logger.info('The amount of data used could not be reset', error);
    }
    await look();
  };
  return (
    <section className={classes.card} aria-busy={shown.kind === 'loading'}>
      <h2>Dados usados</h2>
      <p role="status">
        {shown.kind === 'known' ? saidOf(shown.use) : null}
        {shown.kind === 'failed' ? 'O navegador não está deixando o app salvar esta conta.' : null}
      </p>
      <p className={classes.hint}>
        Contado neste aparelho, com o que o navegador mede. O que já está salvo não gasta dados de novo.
      </p>
      <div className={classes.buttons}>
        <Button variant="outline" onClick={() => void reset()}>
          Zerar contagem
        </Button>
        <Button variant="subtle" onClick={() => void look()}>
          Atualizar
        </Button>
      </div>
    </section>
  );
}

function saidOf(use: DataUse | null): string {
  if (use === null) return 'Nada foi contado ainda.';
  return `Aproximadamente ${sizeText(use.bytes)} desde ${momentOf(use.since)}.`;
}

const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** '3,4 MB' for bytes; kilobytes below one megabyte. */
export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${number.format(Math.round(bytes / 1e3))} kB`;
  return bytes < 1e9 ? `${number.format(bytes / 1e6)} MB` : `${number.format(bytes / 1e9)} GB`;
}

/** Suggests installing the app, which makes the browser keep saved data; otherwise the browser may delete it. */
export function KeptNote() {
  const isRefused = useSyncStatus((status) => status.persisted === false && status.storage === 'ok');
  if (!isRefused) return null;
  return <p className={classes.hint}>Instale o Danceflix na tela inicial para não perder o que foi salvo.</p>;
}
