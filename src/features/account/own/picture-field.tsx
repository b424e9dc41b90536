import { Button } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { holdBusy } from '@/lib/busy';
import type { Area } from '@/lib/picture';
import { useBusy } from '@/lib/use-busy';
import { useSyncStatus } from '@/reads/sync-status';
import { type PictureStage, removePicture, uploadPicture } from '../actions';
import classes from './own.module.css';
import { OWN } from './save-text';
import { SquareCrop } from './square-crop';
import { answerOf, type UploadAnswer, UploadState } from './upload-state';

/** A chosen picture and the part of it that is shown; null for the whole. */
interface Cut {
  file: File;
  area: Area | null;
}

interface PictureFieldProps {
  imageUrl: string | null;
  /** Draws a picture, or the initials without one. */
  portrait(imageUrl: string | null): ReactNode;
}

/** Chooses the profile's picture from the camera or the gallery; it is shrunk on the device before the upload. */
export function PictureField({ imageUrl, portrait }: PictureFieldProps) {
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const gallery = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [stage, setStage] = useState<PictureStage | null>(null);
  const [answer, setAnswer] = useState<UploadAnswer | null>(null);
  /** A chosen file whose square is being chosen. */
  const [chosen, setChosen] = useState<File | null>(null);
  /** A cut picture whose upload failed, kept for a retry while the page is open. */
  const [waiting, setWaiting] = useState<Cut | null>(null);
  useBusy(stage !== null || waiting !== null || chosen !== null);

  async function send(cut: Cut) {
    setChosen(null);
    setAnswer(null);
    setStage('preparing');
    // The upload continues after this field is unmounted, so the hold is not tied to it.
    const release = holdBusy();
    const outcome = await uploadPicture(cut.file, cut.area, setStage).finally(release);
    setStage(null);
    setWaiting(outcome.kind === 'network' ? cut : null);
    setAnswer(answerOf(outcome, OWN.pictureSaved));
  }

  async function remove() {
    setAnswer(null);
    setStage('saving');
    const outcome = await removePicture();
    setStage(null);
    setAnswer(answerOf(outcome, OWN.pictureSaved));
  }

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // Without this, choosing the same file again would fire no change event.
    currentTarget.value = '';
    if (!file) return;
    setAnswer(null);
    setChosen(file);
  };

  return (
    <div className={classes.picture}>
      <div className={classes.portraitBox}>{portrait(imageUrl)}</div>
      <div className={classes.pictureSide}>
        <div className={classes.buttons}>
          <Button variant="outline" disabled={stage !== null} onClick={() => gallery.current?.click()}>
            Escolher foto
          </Button>
          <Button
            variant="outline"
            className={classes.touchOnly}
            disabled={stage !== null}
            onClick={() => camera.current?.click()}
          >
            Tirar foto
          </Button>
          {imageUrl ? (
            <Button variant="subtle" disabled={stage !== null} onClick={remove}>
              Remover foto
            </Button>
          ) : null}
        </div>
        <input
          ref={gallery}
          type="file"
          accept="image/*"
          hidden
          aria-label="Escolher foto"
          onChange={choose}
        />
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="user"
          hidden
          aria-label="Tirar foto"
          onChange={choose}
        />
        <UploadState
          label="Envio da foto"
          stage={stage}
          answer={answer}
          offline={offline}
          onRetry={waiting ? () => void send(waiting) : null}
        />
        <p className={classes.hint}>A foto é reduzida no seu aparelho e perde o local e a data da câmera.</p>
      </div>
      {chosen ? (
        <SquareCrop
          file={chosen}
          onCut={(area) => void send({ file: chosen, area })}
          // Preparing the file says what is wrong with it.
          onFailed={() => void send({ file: chosen, area: null })}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </div>
  );
}
