import { calendarFile, googleCalendarLink, saveCalendarFile } from '@/lib/calendar-file';
import { calendarEntry } from '../lesson-calendar';
import type { ShownLesson } from '../lesson-overlay';
import classes from './lessons.module.css';

interface LessonCalendarProps {
  /** Confirmed lessons. */
  lessons: readonly ShownLesson[];
  nameOf(lesson: ShownLesson): string;
}

/** Puts lessons into the device's calendar: a file made here, offline too, or for one lesson a page of Google. */
export function LessonCalendar({ lessons, nameOf }: LessonCalendarProps) {
  const now = Date.now();
  const entries = lessons.flatMap((lesson) => calendarEntry(lesson, nameOf(lesson), now) ?? []);
  const [only] = entries;
  if (!only) return null;
  return (
    <>
      <button
        type="button"
        className={classes.plain}
        onClick={() => saveCalendarFile(calendarFile(entries, 'Aulas', Date.now()), 'aulas-danceflix')}
      >
        {entries.length === 1 ? 'Pôr na agenda' : `Pôr as ${entries.length} aulas na agenda`}
      </button>
      {entries.length === 1 ? (
        <a
          className={classes.plain}
          href={googleCalendarLink(only)}
          target="_blank"
          rel="noopener noreferrer"
        >
          Google Agenda
        </a>
      ) : null}
    </>
  );
}
