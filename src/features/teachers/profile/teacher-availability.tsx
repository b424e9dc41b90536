import { DAYS, TIME_KEYS, TIMES } from '@/db/rows/availability';
import { daysOffered } from '@/db/words/half-days';
import hidden from '@/ui/visually-hidden.module.css';
import classes from './teacher-availability.module.css';

/** The week of a teacher: the days with lessons, and at which times. */
export function TeacherAvailability({ slots }: { slots: readonly string[] }) {
  const offered = daysOffered(slots);
  return (
    <dl className={classes.week}>
      {offered.map(({ day, times }) => (
        <div key={day} className={classes.day}>
          <dt>{DAYS[day]}</dt>
          <dd className={classes.times}>
            <span className={hidden.hidden}>{times.map((time) => TIMES[time]).join(', ')}</span>
            {TIME_KEYS.map((time) => (
              <span key={time} aria-hidden="true" data-offered={times.includes(time) || undefined}>
                {TIMES[time]}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
