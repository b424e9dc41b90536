import { calendarFile, googleCalendarLink, saveCalendarFile } from '@/lib/calendar-file';
import { serverNow } from '@/lib/server-clock';
import { calendarEntry, forCalendar } from '../lesson-calendar';
import type { ShownLesson } from '../lesson-overlay';
import classes from './lessons.module.css';

interface SeriesCalendarProps {
  /** Lessons without a confirmed time and past lessons are left out. */
  lessons: readonly ShownLesson[];
  nameOf(lesson: ShownLesson): string;
}

/** Puts a confirmed lesson into the device's calendar: a file made here, offline too, or a page of Google. */
export function LessonCalendar({ lesson, other }: { lesson: ShownLesson; other: string }) {
  const entry = calendarEntry(lesson, other, serverNow());
  if (!entry) return null;
  return (
    <>
      <button type="button" className={classes.plain} onClick={() => save([lesson], () => other)}>
        Pôr na agenda
      </button>
      <a className={classes.plain} href={googleCalendarLink(entry)} target="_blank" rel="noopener noreferrer">
        Google Agenda
      </a>
    </>
  );
}

/** Puts all lessons to come into the calendar, and takes out those called off. Nothing for fewer than two. */
export function SeriesCalendar({ lessons, nameOf }: SeriesCalendarProps) {
  const count = forCalendar(lessons, serverNow()).filter(({ status }) => status === 'confirmed').length;
  if (count < 2) return null;
  return (
    <button type="button" className={classes.plain} onClick={() => save(lessons, nameOf)}>
      Pôr as {count} aulas na agenda
    </button>
  );
}

function save(lessons: readonly ShownLesson[], nameOf: (lesson: ShownLesson) => string): void {
  const now = serverNow();
  const entries = forCalendar(lessons, now).flatMap(
    (lesson) => calendarEntry(lesson, nameOf(lesson), now) ?? [],
  );
  void saveCalendarFile(calendarFile(entries, 'Aulas', now), 'aulas-danceflix');
}
