import { ratingInWords } from '@matching/rating.ts';
import { Badge } from '../core/cells';
import { TEACHER_STATES, type TeacherRow } from './teachers';

const TONES = { pending: 'wait', active: 'good', paused: 'plain', inactive: 'bad' } as const;

export function TeacherState({
  teacher: { state, adjustment, is_featured, is_highlighted },
}: {
  teacher: TeacherRow;
}) {
  return (
    <>
      <Badge tone={TONES[state]}>{TEACHER_STATES[state]}</Badge>{' '}
      {adjustment ? (
        <Badge tone={adjustment.adjusted_at ? 'good' : 'plain'}>
          {adjustment.adjusted_at ? 'Ajustado' : 'Ajuste pedido'}
        </Badge>
      ) : null}{' '}
      {is_featured ? <Badge tone="special">Destaque</Badge> : null}{' '}
      {is_highlighted ? <Badge>Apoiador</Badge> : null}
    </>
  );
}

/** '4,8 (12)'; empty without evaluations. */
export function ratingText(average: number | null, total: number): string {
  return average === null || total === 0 ? '' : `${ratingInWords(average, total)} (${total})`;
}
