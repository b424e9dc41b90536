import { useId, useState } from 'react';
import type { StepState } from '@/db/rows/notebook-fields';
import { useWished } from '@/lib/use-wished';
import { refusalText } from '@/outbox/sending';
import { notQueuedText } from '@/outbox/words';
import choices from '@/ui/choices.module.css';
import { markStep } from '../actions';
import type { LibraryStep } from '../library/shape';
import type { ShownMark } from '../marks';
import { FootDiagram } from './foot-diagram';
import classes from './step-card.module.css';

const LABELS = { iniciante: 'Iniciante', intermediário: 'Intermediário', avançado: 'Avançado' } as const;

interface LibraryStepCardProps {
  step: LibraryStep;
  /** Null: the person cannot mark steps. */
  mark: ShownMark | 'none' | null;
}

/** A step of the library: both roles and their drawings behind one press, and how far this person has got with it. */
export function LibraryStepCard({ step, mark }: LibraryStepCardProps) {
  const [opened, setOpened] = useState(false);
  return (
    <article id={step.id} className={classes.card} tabIndex={-1}>
      <div className={classes.head}>
        <h3 className={classes.name}>{step.name}</h3>
        <p className={classes.level} data-level={LABELS[step.level]}>
          {LABELS[step.level]}
        </p>
      </div>
      <p className={classes.text}>{step.about}</p>
      {mark === null ? null : <StepMarks step={step} mark={mark === 'none' ? null : mark} />}
      <details
        // Pressed before the scripts were here.
        ref={(details) => {
          if (details?.open) setOpened(true);
        }}
        className={classes.more}
        onToggle={(event) => event.currentTarget.open && setOpened(true)}
      >
        <summary>
          Como se faz<span className={classes.unseen}>: {step.name}</span>
        </summary>
        {opened ? <StepRoles step={step} /> : null}
      </details>
    </article>
  );
}

/** The steps of each role, in words and drawn. */
export function StepRoles({ step }: { step: LibraryStep }) {
  return (
    <div className={classes.roles}>
      <div className={classes.role}>
        <p>
          <b>Quem conduz.</b> {step.lead}
        </p>
        <FootDiagram title="Quem conduz" feet={step.leadFeet} />
      </div>
      <div className={classes.role}>
        <p>
          <b>Quem é conduzido.</b> {step.follow}
        </p>
        <FootDiagram title="Quem é conduzido" feet={step.followFeet} />
      </div>
      <p className={classes.legend}>
        Rosa é o pé esquerdo, vinho o direito; vazado é um toque sem peso. Cada pessoa vê o seu desenho de
        onde está, olhando para cima. Escolas ensinam variações: vale o que seu professor mostrar.
      </p>
    </div>
  );
}

const STATES: readonly [StepState, string][] = [
  ['learning', 'Aprendendo'],
  ['known', 'Sei'],
];

/** Two chips, of which one may be pressed; pressing it again takes the mark away. */
function StepMarks({ step, mark }: { step: LibraryStep; mark: ShownMark | null }) {
  const id = useId();
  const [failure, setFailure] = useState('');
  const state = mark?.state ?? null;
  const { shown, isStoring, wish, forget } = useWished(state);
  const refused = mark?.write?.status === 'rejected' ? `Não enviado. ${refusalText(mark.write)}` : '';
  const press = async (pressed: StepState) => {
    const wanted = shown === pressed ? null : pressed;
    wish(wanted);
    const queued = await markStep(step.id, wanted, mark?.at);
    setFailure(queued.kind === 'stored' ? '' : notQueuedText(queued));
    if (queued.kind !== 'stored') forget();
  };
  const checked = refused === '' ? shown : state;
  return (
    <div className={classes.marks}>
      <fieldset
        className={`${choices.group} ${choices.chips}`}
        aria-label={`${step.name} no seu caderno`}
        aria-busy={isStoring && refused === ''}
      >
        {STATES.map(([value, label]) => (
          <label key={value} className={choices.chip}>
            <input
              type="checkbox"
              checked={checked === value}
              aria-describedby={failure || refused ? id : undefined}
              onChange={() => void press(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <p id={id} className={classes.failure} role="alert">
        {failure || refused}
      </p>
    </div>
  );
}
