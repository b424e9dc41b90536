import { describe, expect, it } from 'vitest';
import type { StudentFacts } from '@/db/rows/lesson-rows';
import { factsOf, heldText, missedText, ratingText, shortFacts, sinceText } from './student-facts';

const NEW: StudentFacts = {
  member_since: '2026-01',
  lessons_held: 0,
  teachers: 0,
  lessons_missed: 0,
  rating_average: null,
  rating_count: null,
  slug: null,
};
const KNOWN: StudentFacts = {
  ...NEW,
  lessons_held: 1240,
  teachers: 3,
  lessons_missed: 2,
  rating_average: 4.7,
  rating_count: 6,
};

describe('a student’s facts in words', () => {
  it('say the base of each number', () => {
    expect(sinceText(KNOWN)).toBe('janeiro de 2026');
    expect(heldText(KNOWN)).toBe('1.240 com 3 professores');
    expect(ratingText(KNOWN)).toBe('4,7 de 5, em 6 avaliações');
    expect(missedText(KNOWN)).toBe('2 de 1.242 aulas marcadas');
    expect(shortFacts(KNOWN)).toBe(
      '1.240 aulas com 3 professores · nota 4,7 em 6 avaliações · faltou a 2 de 1.242',
    );
  });

  it('say that there are no lessons, and nothing of what is not known', () => {
    expect(heldText(NEW)).toBe('Nenhuma ainda');
    expect([ratingText(NEW), missedText(NEW)]).toEqual([null, null]);
    expect(shortFacts(NEW)).toBe('Nenhuma aula ainda pelo Danceflix');
    expect(shortFacts({ ...NEW, lessons_held: 1, teachers: 1 })).toBe('1 aula com 1 professor');
    expect(missedText({ ...NEW, lessons_missed: 1 })).toBe('1 de 1 aula marcada');
    expect(sinceText({ ...NEW, member_since: '?' })).toBeNull();
  });

  it('are the teacher’s to read, and of rows that have them', () => {
    expect(factsOf({ side: 'teacher', status: 'Pendente', student_facts: NEW })).toBe(NEW);
    expect(factsOf({ side: 'student', status: 'Pendente', student_facts: NEW })).toBeNull();
    expect(factsOf({ side: 'teacher', status: 'Pendente', student_facts: null })).toBeNull();
  });
});
