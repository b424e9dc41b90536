import { Button } from '@mantine/core';
import { useState } from 'react';
import { videoOf } from '@/lib/video-embed';
import { useSyncStatus } from '@/reads/sync-status';
import { OfflineIcon } from '@/ui/icons';
import { OutsideLinkButton } from '@/ui/link-button';
import { PlayIcon } from '@/ui/more-icons';
import { VideoPlayer } from '@/ui/video-player';
import classes from './step-video.module.css';

/** A step's video. Nothing is asked of YouTube or Instagram before somebody taps. */
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
  return <VideoPlayer title={`Vídeo: ${step}`} video={{ ...video, embed: video.embed }} />;
}
