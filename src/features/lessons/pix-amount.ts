/** The amount of a Pix code. Pure. */
import { LESSON_LIMITS, type LessonRow } from '@/db/rows/lesson-fields';

const DAY = 86_400_000;

/**
 * The agreed price, in centavos, of the confirmed lesson that is nearest to now: the last one that has begun within a
 * week, else the next. Null where no price was agreed.
 */
export function amountDue(lessons: readonly LessonRow[], now: number): number | null {
  const agreed = lessons.flatMap((lesson) =>
    lesson.agreed && (lesson.status === 'confirmed' || lesson.status === 'held') ? [lesson.agreed] : [],
  );
  const begun = agreed.filter(({ starts_at }) => {
    const start = Date.parse(starts_at);
    return start <= now && start > now - LESSON_LIMITS.aloneDays * DAY;
  });
  const coming = agreed.filter(({ starts_at }) => Date.parse(starts_at) > now);
  return (begun.at(-1) ?? coming[0])?.price_cents ?? null;
}
