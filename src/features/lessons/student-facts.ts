/** A student's facts in words, each with its base, for the teacher who was asked. */
import type { LessonRequestRow, StudentFacts } from '@/db/rows/lesson-rows';
import { monthAndYear } from '@/lib/dates';
import { grouped } from '@/lib/portuguese';

type Asked = Pick<LessonRequestRow, 'side' | 'status' | 'student_facts'>;

/** Null for the student's side, and while the server has sent none. */
export function factsOf({ side, student_facts }: Asked): StudentFacts | null {
  return side === 'teacher' ? (student_facts ?? null) : null;
}

/** 'novembro de 2026'. */
export function sinceText({ member_since }: StudentFacts): string | null {
  // Noon UTC: midnight UTC on the first is still the previous month in Brazil.
  return monthAndYear(`${member_since}-01T12:00:00Z`);
}

/** '12 com 3 professores'; none is said too, because nothing is known about a person without lessons. */
export function heldText({ lessons_held, teachers }: StudentFacts): string {
  if (lessons_held === 0) return 'Nenhuma ainda';
  return `${grouped(lessons_held)} com ${teachers === 1 ? '1 professor' : `${grouped(teachers)} professores`}`;
}

/** '4,7 de 5, em 6 avaliações'; null below the number from which it is told. */
export function ratingText({ rating_average, rating_count }: StudentFacts): string | null {
  if (rating_average === null || rating_count === null) return null;
  return `${decimal(rating_average)} de 5, em ${grouped(rating_count)} avaliações`;
}

/** '1 de 14 aulas marcadas'; null without a missed lesson. */
export function missedText({ lessons_held, lessons_missed }: StudentFacts): string | null {
  if (lessons_missed === 0) return null;
  const base = lessons_held + lessons_missed;
  return `${grouped(lessons_missed)} de ${base === 1 ? '1 aula marcada' : `${grouped(base)} aulas marcadas`}`;
}

/** All of it in one line for cards. */
export function shortFacts(facts: StudentFacts): string {
  const { lessons_held, rating_average, rating_count } = facts;
  const held =
    lessons_held === 0
      ? 'Nenhuma aula ainda pelo Danceflix'
      : `${lessons_held === 1 ? '1 aula' : `${grouped(lessons_held)} aulas`} com ${
          facts.teachers === 1 ? '1 professor' : `${grouped(facts.teachers)} professores`
        }`;
  const rating =
    rating_average === null || rating_count === null
      ? null
      : `nota ${decimal(rating_average)} em ${grouped(rating_count)} avaliações`;
  const missed =
    facts.lessons_missed === 0
      ? null
      : `faltou a ${grouped(facts.lessons_missed)} de ${grouped(lessons_held + facts.lessons_missed)}`;
  return [held, rating, missed].filter(Boolean).join(' · ');
}

const decimal = (value: number) => value.toFixed(1).replace('.', ',');
