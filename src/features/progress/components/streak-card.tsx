import { Ribbon } from '@/ui/ribbon';
import type { Streak } from '../streak';
import { streakText, weeksText } from '../texts';
import classes from './progress.module.css';

/** The streak of weeks. Encourages, never reproaches. */
export function StreakCard({ streak }: { streak: Streak }) {
  return (
    <section className={classes.streak} aria-label="Sequência">
      <Ribbon className={classes.ribbon} />
      <p className={classes.weeks}>
        <b>{streak.current}</b>
        <span>{weeksText(streak.current).replace(/^\d+ /, '')} em movimento</span>
      </p>
      <p>{streakText(streak)}</p>
    </section>
  );
}
