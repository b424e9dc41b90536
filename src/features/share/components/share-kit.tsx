import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { canShare, copyText, share } from '@/lib/browser/share';
import { download, shareFile } from '@/lib/file-to-device';
import { logger } from '@/lib/logger';
import { ShareIcon } from '@/ui/more-icons';
import { QrCode } from '@/ui/qr-code';
import { showToast } from '@/ui/toast';
import type { PosterFacts } from '../poster';
import { POSTER } from '../poster';
import { usePoster } from '../use-poster';
import classes from './share-kit.module.css';

interface ShareKitProps {
  facts: Omit<PosterFacts, 'picture'>;
  imagePath: string | null;
  /** Name of the downloaded files, without extension. */
  fileName: string;
}

/** The teacher's material to share: the link, its QR code, and a poster with both. All made on the device. */
export function ShareKit({ facts, imagePath, fileName }: ShareKitProps) {
  return (
    <div className={classes.kit}>
      <LinkPart {...facts} />
      <PosterPart facts={facts} imagePath={imagePath} fileName={fileName} />
    </div>
  );
}

function LinkPart({ url, name }: { url: string; name: string }) {
  const title = useId();
  return (
    <section className={classes.card} aria-labelledby={title}>
      <h2 id={title}>Seu link</h2>
      <p>Mande para alunos, ponha na bio das redes ou imprima o código para a parede do estúdio.</p>
      <div className={classes.code}>
        <QrCode text={url} label={`Código QR da página de ${name}`} />
      </div>
      <p className={classes.address}>{url.replace(/^https?:\/\//, '')}</p>
      <div className={classes.buttons}>
        <Button onClick={() => void copy(url)}>Copiar link</Button>
        <Button
          variant="outline"
          leftSection={<ShareIcon size={20} />}
          onClick={() =>
            void offer({ title: `${name} · Danceflix`, text: `Aulas de dança com ${name}`, url })
          }
        >
          Compartilhar link
        </Button>
      </div>
    </section>
  );
}

function PosterPart({ facts, imagePath, fileName }: ShareKitProps) {
  const title = useId();
  const poster = usePoster(facts, imagePath, fileName);
  const [busy, setBusy] = useState(false);
  const sharesFiles = canShare();

  async function use(work: (file: File) => void | Promise<void>) {
    setBusy(true);
    try {
      const file = await poster.file();
      if (file) await work(file);
      else await showToast({ title: 'Não foi possível criar a imagem', variant: 'destructive' });
    } catch (error) {
      logger.warn('The poster could not be shared', error);
      await showToast({ title: 'Não foi possível criar a imagem', variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={classes.card} aria-labelledby={title}>
      <h2 id={title}>Sua imagem</h2>
      <p>Pronta para stories, feed e grupos. É feita aqui no aparelho, também sem internet.</p>
      <canvas
        ref={poster.canvas}
        className={classes.poster}
        width={POSTER.width}
        height={POSTER.height}
        data-status={poster.status}
        role="img"
        aria-label={`Imagem para divulgar: ${facts.name}, ${facts.styles.join(', ')}, com o código QR`}
      />
      {poster.status === 'failed' ? (
        <p role="alert">Este navegador não conseguiu desenhar a imagem. O link acima funciona igual.</p>
      ) : (
        <div className={classes.buttons}>
          <Button disabled={poster.status !== 'ready' || busy} onClick={() => void use(download)}>
            Baixar imagem
          </Button>
          {sharesFiles ? (
            <Button
              variant="outline"
              leftSection={<ShareIcon size={20} />}
              disabled={poster.status !== 'ready' || busy}
              onClick={() =>
                void use((file) => shareFile(file, { title: `${facts.name} · Danceflix`, text: facts.url }))
              }
            >
              Compartilhar imagem
            </Button>
          ) : null}
        </div>
      )}
    </section>
  );
}

async function copy(url: string): Promise<void> {
  const toast = (await copyText(url))
    ? { title: 'Link copiado', description: 'Agora é só colar na conversa.' }
    : { title: 'Não foi possível copiar o link', description: url, variant: 'destructive' as const };
  await showToast(toast);
}

/** Opens the device's share sheet; without one, copies the link. */
async function offer(data: ShareData & { url: string }): Promise<void> {
  if ((await share(data)) === 'refused') await copy(data.url);
}
