import { calendarFile, googleCalendarLink, saveCalendarFile } from '@/lib/calendar-file';
import { calendarEntry, forCalendar } from '../lesson-calendar';
import type { ShownLesson } from '../lesson-overlay';
import classes from './lessons.module.css';

interface LessonCalendarProps {
  /** Those without a confirmed time, and past ones, are left out. */
  lessons: readonly ShownLesson[];
  nameOf(lesson: ShownLesson): string;
}

/** Puts lessons into the device's calendar: a file made here, offline too, or for one lesson a page of Google. */
export function LessonCalendar({ lessons, nameOf }: LessonCalendarProps) {
  const now = Date.now();
  const shown = forCalendar(lessons, now);
  const confirmed = shown.filter(({ status }) => status === 'confirmed');
  const entriesOf = (some: readonly ShownLesson[]) =>
    some.flatMap((lesson) => calendarEntry(lesson, nameOf(lesson), now) ?? []);
  const [only, second] = entriesOf(confirmed);
  if (!only) return null;
  const save = () => void saveCalendarFile(calendarFile(entriesOf(shown), 'Aulas', now), 'aulas-danceflix');
  return (
    <>
      <button type="button" className={classes.plain} onClick={save}>
        {second ? `Pôr as ${confirmed.length} aulas na agenda` : 'Pôr na agenda'}
      </button>
      {second ? null : (
        <a
          className={classes.plain}
          href={googleCalendarLink(only)}
          target="_blank"
          rel="noopener noreferrer"
        >
          Google Agenda
        </a>
      )}
    </>
  );
}
