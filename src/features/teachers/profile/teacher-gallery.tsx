import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Video, videoOf } from '@/lib/video-embed';
import { useSyncStatus } from '@/reads/sync-status';
import { OutsideLinkButton } from '@/ui/link-button';
import { Modal } from '@/ui/modal';
import { PlayIcon } from '@/ui/more-icons';
import { usePictureSource } from '@/ui/use-picture-source';
import { VideoPlayer } from '@/ui/video-player';
import type { Teacher } from '../schema';
import classes from './teacher-gallery.module.css';

/** A photo or video of the gallery, as the page offers to report it. */
export interface GalleryItem {
  /** 'esta foto', 'este vídeo'. */
  label: string;
  /** The path or address. */
  address: string;
  /** On the picture's corner instead of below it. */
  isCorner: boolean;
}

export type ReportOf = (item: GalleryItem) => ReactNode;

interface TeacherGalleryProps {
  teacher: Pick<Teacher, 'name' | 'photos' | 'videos' | 'imageUrl'>;
  reportOf: ReportOf | null;
}

const SQUARE = { width: 192, height: 192 };
const LARGE = { width: 640, height: 640 };

/**
 * 'Veja como danço'. Photos and the videos' posters are the teacher's own files, kept for offline use like all pictures;
 * YouTube and Instagram are asked for nothing before a tap.
 */
export function TeacherGallery({ teacher, reportOf }: TeacherGalleryProps) {
  const { name, photos, videos, imageUrl } = teacher;
  const [open, setOpen] = useState<number | null>(null);
  const shown = open === null ? null : (photos[open] ?? null);
  return (
    <>
      {videos.map((address, place) => {
        const video = videoOf(address);
        return video ? (
          <TeacherVideo
            key={address}
            video={video}
            title={videos.length > 1 ? `Vídeo ${place + 1} de ${name}` : `Vídeo de ${name}`}
            poster={photos[place] ?? imageUrl}
            report={reportOf?.({ label: 'este vídeo', address, isCorner: false }) ?? null}
          />
        ) : null;
      })}
      {photos.length > 0 ? (
        <ul className={classes.photos}>
          {photos.map((photo, place) => (
            <li key={photo}>
              <button
                type="button"
                aria-label={`Ampliar foto ${place + 1} de ${photos.length}`}
                onClick={() => setOpen(place)}
              >
                <Photo path={photo} box={SQUARE} alt="" />
              </button>
              {reportOf ? (
                <span className={classes.corner}>
                  {reportOf({
                    label: `foto ${place + 1} de ${photos.length}`,
                    address: photo,
                    isCorner: true,
                  })}
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {shown !== null ? (
        <Modal
          title={`Foto de ${name}`}
          onClose={() => setOpen(null)}
          actions={
            <Button variant="outline" onClick={() => setOpen(null)}>
              Fechar
            </Button>
          }
        >
          <div className={classes.large}>
            <Photo path={shown} box={LARGE} alt={`Foto ${(open ?? 0) + 1} de ${name}`} />
          </div>
          {reportOf?.({ label: 'esta foto', address: shown, isCorner: false })}
        </Modal>
      ) : null}
    </>
  );
}

function Photo({ path, box, alt }: { path: string; box: typeof SQUARE; alt: string }) {
  const { source, onError } = usePictureSource(path, box);
  if (!source) return <span className={classes.missing}>Foto só com internet</span>;
  return (
    <img
      {...source}
      width={box.width}
      height={box.height}
      alt={alt}
      loading="lazy"
      decoding="async"
      crossOrigin="anonymous"
      onError={onError}
    />
  );
}

interface TeacherVideoProps {
  video: Video;
  title: string;
  poster: string | null;
  report: ReactNode;
}

function TeacherVideo({ video, title, poster, report }: TeacherVideoProps) {
  const [playing, setPlaying] = useState(false);
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const { source, onError } = usePictureSource(poster, LARGE);
  if (video.embed === null) {
    return (
      <OutsideLinkButton href={video.page} variant="outline" aria-label={`${title}: abrir no YouTube`}>
        Abrir no YouTube
      </OutsideLinkButton>
    );
  }
  return (
    <div className={classes.video}>
      {playing ? (
        <VideoPlayer title={title} video={{ ...video, embed: video.embed }} />
      ) : (
        <button
          type="button"
          className={classes.poster}
          aria-label={`Ver ${title}`}
          disabled={offline}
          onClick={() => setPlaying(true)}
        >
          {source ? (
            <img {...source} alt="" loading="lazy" crossOrigin="anonymous" onError={onError} />
          ) : null}
          <span className={classes.play}>
            <PlayIcon size={32} />
          </span>
        </button>
      )}
      <p className={classes.hint}>
        {offline && !playing ? 'Vídeo só com internet.' : `O vídeo vem do ${video.service} e usa seus dados.`}
      </p>
      {report}
    </div>
  );
}
