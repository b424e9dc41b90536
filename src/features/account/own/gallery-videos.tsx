import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { plainVideo, videoOf } from '@/lib/video-embed';
import { videoUrlError } from '@/lib/video-url';
import choices from '@/ui/choices.module.css';
import { TextField } from '@/ui/fields';
import { PlayIcon } from '@/ui/more-icons';
import classes from './gallery.module.css';

/** The database's bound. */
export const MOST_VIDEOS = 3;

interface GalleryVideosProps {
  videos: readonly string[];
  error: string | undefined;
  onChange(videos: string[]): void;
}

/** Addresses of videos: typed or pasted one at a time, saved with the form. Nothing of them is loaded here. */
export function GalleryVideos({ videos, error, onChange }: GalleryVideosProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);

  function add() {
    const problem = videoUrlError(typed);
    const video = plainVideo(typed);
    setWrong(problem);
    if (problem !== null || video === null) return;
    setTyped('');
    if (!videos.includes(video)) onChange([...videos, video]);
  }

  return (
    <fieldset className={choices.group}>
      <legend>
        Veja como danço: vídeos
        <span className={choices.hint}> · até três, do YouTube ou do Instagram</span>
      </legend>
      <div className={classes.stack}>
        {videos.length > 0 ? (
          <ul className={classes.videos}>
            {videos.map((video, place) => (
              <li key={video}>
                <PlayIcon size={20} />
                <span>
                  <b>{videoOf(video)?.service}</b> {video.replace(/^https:\/\/(www\.)?/, '')}
                </span>
                <Button
                  variant="subtle"
                  aria-label={`Remover vídeo ${place + 1}`}
                  onClick={() => onChange(videos.filter((one) => one !== video))}
                >
                  Remover
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
        {videos.length < MOST_VIDEOS ? (
          <div className={classes.add}>
            <TextField
              id={id}
              label="Endereço do vídeo"
              type="url"
              inputMode="url"
              placeholder="https://"
              maxLength={300}
              value={typed}
              error={wrong ?? error}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                setWrong(null);
              }}
              // A whole address that is left behind is meant.
              onBlur={() => {
                if (plainVideo(typed)) add();
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
            <Button variant="outline" onClick={add}>
              Adicionar vídeo
            </Button>
          </div>
        ) : null}
      </div>
    </fieldset>
  );
}
