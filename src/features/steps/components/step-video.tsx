import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSyncStatus } from '@/reads/sync-status';
import { OfflineIcon, PlayIcon } from '@/ui/icons';
import { OutsideLinkButton } from '@/ui/link-button';
import { videoOf } from '../video-embed';
import classes from './step-video.module.css';

/**
 * Permissions of the player: run, play, go full screen, open its own site in a tab. It must never navigate our page.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups';
const FEATURES = 'autoplay; encrypted-media; fullscreen; picture-in-picture';

/** A step's video. Nothing is requested from YouTube or Instagram before a tap. */
export function StepVideo({ step, url }: { step: string; url: string }) {
  const [open, setOpen] = useState(false);
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const video = videoOf(url);
  if (!video) return null;
  // A video that plays already continues from its buffer.
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
      // The player refuses to play when it cannot see the site that embeds it.
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
