import type { RequestSide } from '@/db/rows/lesson-fields';
import { LinkButton } from '@/ui/link-button';
import type { OpenLessons } from '../progress';
import { openLessonsTexts } from '../texts';
import classes from './progress.module.css';

interface OpenLessonsNoteProps {
  open: OpenLessons;
  /** Whose page this is. */
  area: RequestSide;
}

/** Lessons that have begun and do not count yet, and why. */
export function OpenLessonsNote({ open, area }: OpenLessonsNoteProps) {
  const texts = openLessonsTexts(open, area === 'student' ? 'o professor' : 'o aluno');
  if (texts.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="open-lessons">
      <h2 id="open-lessons">Ainda não contadas</h2>
      <ul className={classes.reasons}>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className={classes.quiet}>
        Uma aula entra nos números quando os dois contam a mesma coisa, ou sete dias depois se só um contou.
      </p>
      <LinkButton to={`/${area}/lessons`} variant="outline">
        {area === 'student' ? 'Ver minhas aulas' : 'Ver aulas'}
      </LinkButton>
    </section>
  );
}
