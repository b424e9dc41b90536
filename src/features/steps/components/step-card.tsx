import type { Step } from '../schema';
import classes from './step-card.module.css';
import { StepVideo } from './step-video';

const LABELS = { iniciante: 'Iniciante', intermediário: 'Intermediário', avançado: 'Avançado' } as const;

export function StepCard({ step }: { step: Step }) {
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <h3 className={classes.name}>{step.name}</h3>
        <p className={classes.level} data-level={LABELS[step.level]}>
          {LABELS[step.level]}
        </p>
      </div>
      <p className={classes.text}>{step.description}</p>
      {step.videoUrl ? <StepVideo step={step.name} url={step.videoUrl} /> : null}
    </article>
  );
}
