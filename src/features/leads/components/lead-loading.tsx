import { Button } from '@mantine/core';
import { useId } from 'react';
import { CheckIcon } from '@/ui/icons';
import { PageHeading } from '@/ui/page-heading';
import { Ribbon } from '@/ui/ribbon';
import { VisuallyHidden } from '@/ui/visually-hidden';
import { type Loading, STEPS } from '../use-loading';
import classes from './leads.module.css';

export function LeadLoading({ loading, onCancel }: { loading: Loading; onCancel(): void }) {
  const id = useId();
  const percent = Math.round(loading.progress);
  return (
    <section className={classes.loading}>
      <Ribbon className={classes.ribbon} />
      <PageHeading className={classes.loadingTitle}>Procurando seu professor</PageHeading>
      <div
        className={classes.bar}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span className={classes.fill} style={{ inlineSize: `${loading.progress}%` }} />
      </div>
      <p id={id} className={classes.step} aria-live="polite">
        {STEPS[loading.step]}
      </p>
      <ol className={classes.steps} aria-hidden="true">
        {STEPS.map((step, index) => (
          <li
            key={step}
            className={classes.dot}
            data-state={
              index < loading.step || percent === 100 ? 'done' : index === loading.step ? 'current' : 'next'
            }
          >
            {index < loading.step || percent === 100 ? <CheckIcon size={16} /> : index + 1}
          </li>
        ))}
      </ol>
      <VisuallyHidden>{`Passo ${loading.step + 1} de ${STEPS.length}`}</VisuallyHidden>
      <Button variant="white" onClick={onCancel}>
        Voltar ao formulário
      </Button>
    </section>
  );
}
