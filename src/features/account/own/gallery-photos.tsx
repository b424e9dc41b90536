import { Button } from '@mantine/core';
import { type ChangeEvent, useRef, useState } from 'react';
import { holdBusy } from '@/lib/busy';
import { storedImage } from '@/lib/images';
import type { Area } from '@/lib/picture';
import { useBusy } from '@/lib/use-busy';
import { useSyncStatus } from '@/reads/sync-status';
import choices from '@/ui/choices.module.css';
import { addPhoto, type PictureOutcome, type PictureStage, removePhoto, type SaveOutcome } from '../actions';
import { FormNote } from '../components/form-note';
import { PROFILE } from '../messages';
import { useOwnProfile } from '../queries';
import classes from './gallery.module.css';
import own from './own.module.css';
import { OWN, reasonText } from './save-text';
import { SquareCrop } from './square-crop';

/** The database's bound. */
export const MOST_PHOTOS = 6;

const STAGES: Record<PictureStage, { value: number; text: string }> = {
  preparing: { value: 15, text: 'Preparando a foto…' },
  sending: { value: 50, text: 'Enviando a foto…' },
  saving: { value: 85, text: 'Salvando no seu perfil…' },
};

interface Answer {
  kind: 'success' | 'failure' | 'offline';
  text: string;
}

function answerOf(outcome: PictureOutcome | SaveOutcome): Answer {
  switch (outcome.kind) {
    case 'picture':
      return { kind: 'success', text: 'Foto adicionada' };
    case 'ok':
      return { kind: 'success', text: OWN.pictureRemoved };
    case 'network':
      return { kind: 'offline', text: OWN.pictureOffline };
    case 'type':
      return { kind: 'failure', text: PROFILE.pictureType };
    case 'unreadable':
      return { kind: 'failure', text: PROFILE.pictureUnreadable };
    case 'signed-out':
      return { kind: 'failure', text: PROFILE.signedOut };
    case 'refused':
      return { kind: 'failure', text: reasonText(outcome.reason) };
  }
}

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
  const [answer, setAnswer] = useState<Answer | null>(null);
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
    setAnswer(answerOf(outcome));
  }

  async function remove(photo: string) {
    setAnswer(null);
    setStage('saving');
    const outcome = await removePhoto(photo, photos);
    setStage(null);
    setAnswer(answerOf(outcome));
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
        {stage ? (
          <div className={own.progress}>
            <progress max={100} value={STAGES[stage].value} aria-label="Envio da foto de aula" />
            <p>{STAGES[stage].text}</p>
          </div>
        ) : null}
        <div role="status">{answer ? <FormNote kind={answer.kind}>{answer.text}</FormNote> : null}</div>
        {waiting && !stage ? <Button onClick={() => void send(waiting)}>Enviar a foto de novo</Button> : null}
        {offline && !answer && !stage ? <p className={own.hint}>{OWN.pictureOffline}</p> : null}
      </div>
      {chosen ? (
        <SquareCrop
          file={chosen}
          onCut={(area) => void send({ file: chosen, area })}
          onFailed={() => {
            setChosen(null);
            setAnswer({ kind: 'failure', text: PROFILE.pictureUnreadable });
          }}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </fieldset>
  );
}
