import { dateText, shortDay } from '@/lib/date-forms';
import { RELEASE } from '@/lib/release';
import classes from './own.module.css';

/** Version, day and commit of this app, for people who ask the team for help. */
export function ReleaseLine() {
  const { version, date, commit } = RELEASE;
  // Noon: the day is the same in every zone of Brazil.
  const day = date && dateText(shortDay, `${date}T12:00:00Z`);
  return (
    <p className={classes.hint}>
      Versão {version}
      {day ? `, de ${day}` : null}
      {commit ? `, código ${commit}` : null}. Se precisar de ajuda, diga este número à equipe.
    </p>
  );
}
