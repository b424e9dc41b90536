import { useId } from 'react';
import { isWallTime, weeksLater } from '@/lib/wall-time';
import { TextField } from '@/ui/fields';
import { type LessonDraft, weeksOf } from '../lesson-draft';
import { dateText, seriesDates, spanText, weeklyText } from '../lesson-texts';
import classes from './lessons.module.css';

/** Number of dates that are shown at once. */
const SHOWN = 6;

interface LessonSeriesFieldProps {
  draft: LessonDraft;
  /** Places in the series that are left out. */
  skipped: readonly number[];
  /** Weeks in which the two people already have a lesson at that hour. */
  doubled: readonly number[];
  error: string | undefined;
  change(part: Partial<LessonDraft>): void;
}

/** Whether the lesson is repeated every week, how often, and the dates that follow from it. */
export function LessonSeriesField({ draft, skipped, doubled, error, change }: LessonSeriesFieldProps) {
  const id = useId();
  const first = `${draft.date}T${draft.time}`;
  const weeks = weeksOf(draft);
  const isKnown = weeks !== null && isWallTime(first);
  return (
    <>
      <label className={classes.weekly}>
        <input
          type="checkbox"
          checked={draft.isWeekly}
          onChange={(event) => change({ isWeekly: event.currentTarget.checked })}
        />
        Repetir toda semana
      </label>
      {draft.isWeekly ? (
        <TextField
          id={`${id}-weeks`}
          label="Quantas aulas"
          inputMode="numeric"
          maxLength={2}
          value={draft.weeks}
          error={error}
          description={isKnown ? seriesText(first, weeks, skipped.length) : 'De 2 a 52, uma por semana'}
          onChange={(event) => change({ weeks: event.currentTarget.value })}
        />
      ) : null}
      {draft.isWeekly && isKnown && doubled.length > 0 ? (
        <p role="status" className={classes.preview}>
          Sem {datesAt(first, doubled).join(' e ')}: vocês dois já têm uma aula nesse horário.
        </p>
      ) : null}
      {draft.isWeekly && isKnown ? <Dates all={seriesDates(first, weeks, skipped)} /> : null}
    </>
  );
}

function Dates({ all }: { all: readonly string[] }) {
  const [first, rest] = [all.slice(0, SHOWN), all.slice(SHOWN)];
  return (
    <div className={classes.dates}>
      <Items dates={first} label="Datas das aulas" />
      {rest.length > 0 ? (
        <details>
          <summary>{rest.length === 1 ? 'Mais 1 data' : `Mais ${rest.length} datas`}</summary>
          <Items dates={rest} label="As outras datas" />
        </details>
      ) : null}
    </div>
  );
}

function Items({ dates, label }: { dates: readonly string[]; label: string }) {
  return (
    <ul aria-label={label}>
      {dates.map((date) => (
        <li key={date}>{date}</li>
      ))}
    </ul>
  );
}

const datesAt = (first: string, places: readonly number[]) =>
  places.map((place) => dateText(weeksLater(first, place), first.slice(0, 4)));

function seriesText(first: string, weeks: number, skipped: number): string {
  const count = weeks - skipped;
  return `${count} ${count === 1 ? 'aula' : 'aulas'}, ${weeklyText({ starts_local: first })}, ${spanText(first, weeks)}`;
}
