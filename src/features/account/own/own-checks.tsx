import { daysLeft, holds, type TeacherCheck } from '@/db/rows/checks';
import { CHECK_KINDS, CHECK_WORDS, checkedText } from '@/db/words/check-words';
import { longDay } from '@/lib/date-forms';
import { serverNow } from '@/lib/server-clock';
import { useNow } from '@/ui/use-now';
import classes from './home.module.css';
import own from './own-checks.module.css';
import { TeamLink } from './team-link';

/** Days before the end on which a check is worth renewing. */
const SOON = 30;

/** Whether a check has ended or soon will: then the home page speaks of it too. */
export const isDue = (checks: readonly TeacherCheck[]): boolean =>
  checks.some((check) => daysLeft(check, serverNow()) <= SOON);

const ASK = 'Olá! Quero conferir meus dados de professor de novo no Danceflix.';

/** A teacher's own checks: until when each holds, and what to do about those that end or are missing. */
export function OwnChecks({ checks }: { checks: readonly TeacherCheck[] }) {
  const now = useNow();
  const known = new Map(checks.map((check) => [check.kind, check]));
  const missing = CHECK_KINDS.filter((kind) => !known.has(kind));
  const due = checks.filter((check) => daysLeft(check, now) <= SOON);
  return (
    <section className={classes.step} aria-label="O que a equipe conferiu">
      <h2>O que a equipe conferiu</h2>
      <ul className={own.list}>
        {CHECK_KINDS.map((kind) => {
          const check = known.get(kind);
          if (!check) return null;
          const end = longDay(new Date(`${check.until}T12:00:00Z`));
          return (
            <li key={kind}>
              <b>{checkedText(kind, check.month)}</b>
              <span data-due={daysLeft(check, now) <= SOON || undefined}>
                {holds(check, now) ? `Vence em ${end}.` : `Venceu em ${end}.`}
              </span>
            </li>
          );
        })}
      </ul>
      {missing.length === 0 ? null : (
        <p>Ainda não conferido: {missing.map((kind) => CHECK_WORDS[kind].name).join(', ')}.</p>
      )}
      <p>
        {!known.has('identity') || due.some(({ kind }) => kind === 'identity')
          ? 'Sem a identidade conferida o seu perfil não aparece na busca. Tenha um documento com foto à mão e fale com a equipe.'
          : 'Cada item conferido aparece na sua página com o mês. Para conferir mais, fale com a equipe.'}
      </p>
      <TeamLink className={own.chat} message={ASK} />
    </section>
  );
}
