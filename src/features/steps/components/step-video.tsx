import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSyncStatus } from '@/reads/sync-status';
import { OfflineIcon, PlayIcon } from '@/ui/icons';
import { OutsideLinkButton } from '@/ui/link-button';
import { videoOf } from '../video-embed';
import classes from './step-video.module.css';

/** What a player may do: run, play, go full screen, open its own site in a tab. Never steer our page. */
const SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups';
const FEATURES = 'autoplay; encrypted-media; fullscreen; picture-in-picture';

/** A step's video. Nothing is asked of YouTube or Instagram before somebody taps. */
export function StepVideo({ step, url }: { step: string; url: string }) {
  const [open, setOpen] = useState(false);
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const video = videoOf(url);
  if (!video) return null;
  // What plays already goes on from its own buffer.
  if (offline && !open) {
    return (
      <p className={classes.offline}>
        <OfflineIcon size={20} />
        <span>
          <b>Vídeo só com internet.</b> A explicação fica neste aparelho.
        </span>
      </p>
    );
  }
  if (video.embed === null) {
    return (
      <OutsideLinkButton
        href={video.page}
        variant="outline"
        aria-label={`Abrir o vídeo de ${step} no YouTube`}
      >
        Abrir no YouTube
      </OutsideLinkButton>
    );
  }
  if (!open) {
    return (
      <div className={classes.ask}>
        <Button
          variant="outline"
          leftSection={<PlayIcon size={18} />}
          aria-label={`Ver o vídeo de ${step}`}
          onClick={() => setOpen(true)}
        >
          Ver vídeo
        </Button>
        <p className={classes.hint}>O vídeo vem do {video.service} e usa seus dados.</p>
      </div>
    );
  }
  return (
    <iframe
      className={classes.player}
      data-tall={video.isTall || undefined}
      src={video.embed}
      title={`Vídeo: ${step}`}
      loading="lazy"
      sandbox={SANDBOX}
      allow={FEATURES}
      allowFullScreen
      // The player refuses to play when it cannot tell whose page it stands in.
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
