import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { LESSON_LIMITS, type LessonRow } from '@/db/rows/lesson-fields';
import { copyText } from '@/lib/browser/share';
import { brCode } from '@/lib/pix';
import { onDemand } from '@/ui/on-demand';
import { useNow } from '@/ui/use-now';
import { useRequestLessons } from '../lesson-queries';
import { priceText } from '../lesson-texts';
import type { ShownRequest } from '../overlay';
import { usePaymentKey } from '../payment-keys';
import { KEY_KINDS, shownKey, storedKind } from '../pix-text';
import lessonClasses from './lessons.module.css';
import pixClasses from './pix.module.css';
import classes from './requests.module.css';

const [PixQr] = onDemand(() => import('./pix-qr'));

/** 'Pix copia e cola' for a student with a confirmed lesson: the payee's name and the amount stand before the code. */
export function PixPayment({ request }: { request: ShownRequest }) {
  const id = useId();
  const now = useNow();
  const row = usePaymentKey(request.teacher_id);
  const { data: lessons } = useRequestLessons(request.id);
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const [isShown, setShown] = useState(false);
  if (request.side !== 'student' || !row) return null;
  const cents = amountDue(lessons, now);
  const key = { kind: storedKind(row.pix_key), key: row.pix_key };
  const code = brCode({ key, name: row.pix_name, city: 'Brasil', ...(cents !== null && { cents }) });
  const copy = async () => {
    setOutcome((await copyText(code)) ? 'copied' : 'refused');
  };
  return (
    <section className={classes.box} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Pagar com Pix</h2>
      <dl className={classes.facts}>
        <div>
          <dt>Quem recebe</dt>
          <dd>
            <strong className={pixClasses.payee}>{row.pix_name}</strong>
          </dd>
        </div>
        <div>
          <dt>{KEY_KINDS[key.kind]}</dt>
          <dd>{shownKey(key)}</dd>
        </div>
        <div>
          <dt>Valor</dt>
          <dd>{cents === null ? 'Você digita no banco' : priceText(cents)}</dd>
        </div>
      </dl>
      <p className={classes.note}>
        Confira o nome no banco antes de pagar. Nunca pague um pacote antes da primeira aula.
      </p>
      <Button className={classes.act ?? ''} variant="outline" onClick={() => void copy()}>
        Copiar código Pix
      </Button>
      <div role="status">
        {outcome === 'copied' ? <p>Código copiado. Cole em “Pix copia e cola” no app do seu banco.</p> : null}
        {outcome === 'refused' ? (
          <>
            <p>Não foi possível copiar. Toque no código, que fica todo selecionado, e copie:</p>
            <p className={pixClasses.code}>{code}</p>
          </>
        ) : null}
      </div>
      <button
        type="button"
        className={lessonClasses.plain}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Esconder código QR' : 'Mostrar código QR'}
      </button>
      {isShown ? <PixQr code={code} payee={row.pix_name} onClose={() => setShown(false)} /> : null}
    </section>
  );
}

/** The amount of a Pix code. Pure. */
const DAY = 86_400_000;

/**
 * The agreed price, in centavos, of the confirmed lesson that is nearest to now: the last one that has begun within a
 * week, else the next. Null where no price was agreed.
 */
export function amountDue(lessons: readonly LessonRow[], now: number): number | null {
  const agreed = lessons.flatMap((lesson) =>
    lesson.agreed && (lesson.status === 'confirmed' || lesson.status === 'held') ? [lesson.agreed] : [],
  );
  const begun = agreed.filter(({ starts_at }) => {
    const start = Date.parse(starts_at);
    return start <= now && start > now - LESSON_LIMITS.aloneDays * DAY;
  });
  const coming = agreed.filter(({ starts_at }) => Date.parse(starts_at) > now);
  return (begun.at(-1) ?? coming[0])?.price_cents ?? null;
}
