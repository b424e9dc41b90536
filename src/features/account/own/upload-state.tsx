/** How far a picture's upload has got and how it ended: beside the profile's picture and the photos of lessons. */
import { Button } from '@mantine/core';
import type { PictureOutcome, PictureStage, SaveOutcome } from '../actions';
import { FormNote } from '../fields/form-note';
import { PROFILE } from '../messages';
import classes from './own.module.css';
import { OWN, reasonText } from './save-text';

const STAGES: Record<PictureStage, { value: number; text: string }> = {
  preparing: { value: 15, text: 'Preparando a foto…' },
  sending: { value: 50, text: 'Enviando a foto…' },
  saving: { value: 85, text: 'Salvando no seu perfil…' },
};

export interface UploadAnswer {
  kind: 'success' | 'failure' | 'offline';
  text: string;
}

/** `done`: what is said once the picture is there. */
export function answerOf(outcome: PictureOutcome | SaveOutcome, done: string): UploadAnswer {
  switch (outcome.kind) {
    case 'picture':
      return { kind: 'success', text: done };
    case 'ok':
      return { kind: 'success', text: OWN.pictureRemoved };
    case 'network':
      return { kind: 'offline', text: OWN.pictureOffline };
    case 'type':
      return { kind: 'failure', text: PROFILE.pictureType };
    case 'unreadable':
      return { kind: 'failure', text: PROFILE.pictureUnreadable };
    case 'too-large':
      return { kind: 'failure', text: PROFILE.pictureTooLarge };
    case 'signed-out':
      return { kind: 'failure', text: PROFILE.signedOut };
    case 'refused':
      return { kind: 'failure', text: reasonText(outcome.reason) };
  }
}

interface UploadStateProps {
  /** Name of the progress bar. */
  label: string;
  /** Null while nothing is being sent. */
  stage: PictureStage | null;
  answer: UploadAnswer | null;
  offline: boolean;
  /** Sends the chosen picture again; null when none waits. */
  onRetry: (() => void) | null;
}

export function UploadState({ label, stage, answer, offline, onRetry }: UploadStateProps) {
  return (
    <>
      {stage ? (
        <div className={classes.progress}>
          <progress max={100} value={STAGES[stage].value} aria-label={label} />
          <p>{STAGES[stage].text}</p>
        </div>
      ) : null}
      <div role="status">{answer ? <FormNote kind={answer.kind}>{answer.text}</FormNote> : null}</div>
      {onRetry && !stage ? <Button onClick={onRetry}>Enviar a foto de novo</Button> : null}
      {offline && !answer && !stage ? <p className={classes.hint}>{OWN.pictureOffline}</p> : null}
    </>
  );
}
