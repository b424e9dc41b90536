import { Button } from '@mantine/core';
import { type ChangeEvent, useRef, useState } from 'react';
import { holdBusy } from '@/lib/busy';
import { storedImage } from '@/lib/images';
import type { Area } from '@/lib/picture';
import { useBusy } from '@/lib/use-busy';
import { useSyncStatus } from '@/reads/sync-status';
import choices from '@/ui/choices.module.css';
import { addPhoto, type PictureStage, removePhoto } from '../actions';
import { useOwnProfile } from '../queries';
import classes from './gallery.module.css';
import { SquareCrop } from './square-crop';
import { answerOf, type UploadAnswer, UploadState } from './upload-state';

/** The database's bound. */
export const MOST_PHOTOS = 6;

/** A photo that was chosen, and the part of it that is to be shown. */
interface Cut {
  file: Blob;
  area: Area;
}

/** Up to six square photos. Each is sent at once; without a connection the chosen one waits here. */
export function GalleryPhotos() {
  const { data: profile } = useOwnProfile();
  const photos = profile?.teacher?.photos ?? [];
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const [waiting, setWaiting] = useState<Cut | null>(null);
  const [stage, setStage] = useState<PictureStage | null>(null);
  const [answer, setAnswer] = useState<UploadAnswer | null>(null);
  useBusy(stage !== null || waiting !== null || chosen !== null);

  async function send(cut: Cut) {
    setChosen(null);
    setAnswer(null);
    setStage('preparing');
    // It goes on when this field is left.
    const release = holdBusy();
    const outcome = await addPhoto(cut.file, cut.area, photos, setStage).finally(release);
    setStage(null);
    setWaiting(outcome.kind === 'network' ? cut : null);
    setAnswer(answerOf(outcome, 'Foto adicionada'));
  }

  async function remove(photo: string) {
    setAnswer(null);
    setStage('saving');
    const outcome = await removePhoto(photo, photos);
    setStage(null);
    setAnswer(answerOf(outcome, 'Foto adicionada'));
  }

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // The same file again is a choice too.
    currentTarget.value = '';
    if (!file) return;
    setAnswer(null);
    setChosen(file);
  };

  return (
    <fieldset className={choices.group}>
      <legend>
        Veja como danço: fotos
        <span className={choices.hint}> · até seis, quadradas</span>
      </legend>
      <div className={classes.stack}>
        {photos.length > 0 ? (
          <ul className={classes.photos}>
            {photos.map((photo, place) => (
              <li key={photo}>
                <img
                  src={storedImage(photo, { width: 192, height: 192 })}
                  width={192}
                  height={192}
                  alt={`Foto ${place + 1}`}
                  loading="lazy"
                  crossOrigin="anonymous"
                />
                <Button
                  variant="subtle"
                  disabled={stage !== null}
                  aria-label={`Remover foto ${place + 1}`}
                  onClick={() => void remove(photo)}
                >
                  Remover
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
        {photos.length < MOST_PHOTOS ? (
          <Button variant="outline" disabled={stage !== null} onClick={() => input.current?.click()}>
            Adicionar foto
          </Button>
        ) : null}
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label="Adicionar foto de aula"
          onChange={choose}
        />
        <UploadState
          label="Envio da foto de aula"
          stage={stage}
          answer={answer}
          offline={offline}
          onRetry={waiting ? () => void send(waiting) : null}
        />
      </div>
      {chosen ? (
        <SquareCrop
          file={chosen}
          onCut={(area) => void send({ file: chosen, area })}
          onFailed={(reason) => {
            setChosen(null);
            setAnswer(answerOf({ kind: reason }, ''));
          }}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </fieldset>
  );
}
