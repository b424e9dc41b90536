import type { Video } from '@/lib/video-embed';
import classes from './video-player.module.css';

/** The player may run, play, go full screen and open its own site in a tab, never steer our page. */
const SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups';
const FEATURES = 'autoplay; encrypted-media; fullscreen; picture-in-picture';

/** A video in its service's player. Draw it only once somebody has tapped: it asks the service at once. */
export function VideoPlayer({ title, video }: { title: string; video: Video & { embed: string } }) {
  return (
    <iframe
      className={classes.player}
      data-tall={video.isTall || undefined}
      src={video.embed}
      title={title}
      loading="lazy"
      sandbox={SANDBOX}
      allow={FEATURES}
      allowFullScreen
      // The player refuses to play when it cannot tell whose page it stands in.
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
