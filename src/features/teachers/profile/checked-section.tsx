import { holds, type TeacherCheck } from '@/db/rows/checks';
import { CHECK_WORDS, checkedText } from '@/db/words/check-words';
import { VerifiedIcon } from '@/ui/icons';
import { useNow } from '@/ui/use-now';
import classes from './checked-section.module.css';
import profile from './teacher-profile.module.css';

interface CheckedProps {
  checks: readonly TeacherCheck[];
}

/** The checks that hold today, each with its month; a tap says what it does not mean. Works without a network. */
export function CheckedList({ checks }: CheckedProps) {
  const now = useNow();
  return (
    <ul className={classes.list}>
      {checks
        .filter((check) => holds(check, now))
        .map(({ kind, month }) => (
          <li key={kind}>
            <details className={classes.check}>
              <summary>
                <VerifiedIcon size={18} />
                <span>{checkedText(kind, month)}</span>
              </summary>
              <p>{CHECK_WORDS[kind].meaning}</p>
            </details>
          </li>
        ))}
    </ul>
  );
}

export function CheckedSection({ checks }: CheckedProps) {
  const now = useNow();
  if (!checks.some((check) => holds(check, now))) return null;
  return (
    <section className={profile.section}>
      <h2>O que foi conferido</h2>
      <CheckedList checks={checks} />
    </section>
  );
}
