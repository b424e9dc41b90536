import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { RequestSide } from '@/db/rows/lesson-fields';
import { dayAndMonth } from '@/lib/date-forms';
import { useStyleNames } from '@/reads/use-names';
import { pullPrivateRows } from '@/sync/status';
import { LinkButton } from '@/ui/link-button';
import { useNow } from '@/ui/use-now';
import { VisuallyHidden } from '@/ui/visually-hidden';
import { putOff, putOffUntil } from '../put-off';
import { usePendingEvaluations } from '../queries';
import { EVALUATION } from '../texts';
import classes from './evaluations.module.css';

/** Number shown at once; the others follow as these are evaluated or postponed. */
const SHOWN = 3;

interface PendingEvaluationsProps {
  area: RequestSide;
  portrait(person: { id: string; name: string; imageUrl: string | null }): ReactNode;
}

/** Invitations to evaluate on the home pages; each can be postponed. Renders nothing without invitations. */
export function PendingEvaluations({ area, portrait }: PendingEvaluationsProps) {
  const { status, data: items } = usePendingEvaluations(useNow());
  const styleName = useStyleNames();
  const [later, setLater] = useState(() => putOffUntil(Date.now()));
  if (status === 'failed') {
    return (
      <section className={classes.card} aria-label="Avaliações pendentes">
        <p role="alert">{EVALUATION.pendingFailed}</p>
        <div className={classes.buttons}>
          <Button variant="outline" onClick={() => void pullPrivateRows()}>
            Tentar de novo
          </Button>
        </div>
      </section>
    );
  }
  const invited = items.filter((one) => !later.has(one.lesson_request_id)).slice(0, SHOWN);
  if (status !== 'ready' || invited.length === 0) return null;

  function notNow(requestId: string) {
    putOff(requestId, Date.now());
    setLater((now) => new Set(now).add(requestId));
  }

  return (
    <section className={classes.card} aria-labelledby="pending-evaluations">
      <h2 id="pending-evaluations">Avaliações pendentes</h2>
      <p className={classes.hint}>Já teve a aula? Conte como foi. Se ainda não, deixe para depois.</p>
      <ul className={`${classes.list} ${classes.invitations}`}>
        {invited.map((one) => (
          <li key={one.lesson_request_id} className={classes.invitation}>
            <span className={classes.face}>
              {portrait({
                id: one.evaluated_id,
                name: one.evaluated_name,
                imageUrl: one.evaluated_image_url,
              })}
            </span>
            <p>
              <b className={classes.name}>{one.evaluated_name}</b>
              <span className={classes.hint}>
                {styleName(one.dance_style_id) ?? 'Dança'} · pedido de{' '}
                {dayAndMonth(new Date(one.request_date))}
              </span>
            </p>
            <div className={classes.buttons}>
              <LinkButton to={`/${area}/evaluations/${one.lesson_request_id}`}>
                Avaliar<VisuallyHidden> {one.evaluated_name}</VisuallyHidden>
              </LinkButton>
              <Button
                variant="outline"
                aria-label={`Agora não: ${one.evaluated_name}`}
                onClick={() => notNow(one.lesson_request_id)}
              >
                Agora não
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
