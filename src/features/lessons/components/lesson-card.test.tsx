import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { timed } from '@/db/lessons/lesson-rules';
import { catalogStore } from '@/db/memory/catalog';
import { lessonIdOf } from '@/db/rows/lesson-fields';
import type { TeacherRow } from '@/db/rows/public-rows';
import { encodeRecord } from '@/db/search/encode-record';
import { toEntry } from '@/db/search/to-entry';
import '@/outbox/commands/kinds';
import {
  lessonAt,
  lessonCommand,
  NOW,
  named,
  SERIES,
  storedSeries,
  TERMS,
} from '../../../../tests/support/lesson-samples';
import { overlaidLessons, type ShownLesson } from '../lesson-overlay';
import type { ShownRequest } from '../overlay';
import { LessonCard } from './lesson-card';

vi.mock('@/outbox/entry', () => ({ discard: async () => undefined, retry: async () => undefined }));

const DAY = 86_400_000;
const TEACHER = '0000000a-0000-4000-8000-000000000001';
const HEAD = { epoch: 'e', checkpoint: null, cities: [], danceStyles: [], builtAt: 1 };
const show = (lesson: ShownLesson, now = NOW, request?: ShownRequest) =>
  render(
    <MantineProvider>
      <MemoryRouter>
        <LessonCard lesson={lesson} other="Ana" now={now} request={request} />
      </MemoryRouter>
    </MantineProvider>,
  );
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
/** A confirmed lesson that begins at NOW + 2 days. */
const confirmed = (part: Partial<ShownLesson> = {}) =>
  lessonAt(
    overlaidLessons(
      storedSeries({
        ...{ status: 'confirmed', agreed: timed(TERMS), student_proposal: null, proposed_last: null },
        ...part,
      }),
      [],
    ),
    0,
  );

afterEach(cleanup);

it('how it went can be told for 30 days, and both answers are shown while they differ', () => {
  const lesson = confirmed({ student_outcome: 'student_missed', teacher_outcome: 'held' });
  show(lesson, NOW + 3 * DAY);
  expect(buttons()).toEqual(['Aconteceu', 'Não aconteceu']);
  expect(screen.getByText('Você contou que não foi.')).toBeTruthy();
  expect(screen.getByText('Ana contou que a aula aconteceu.')).toBeTruthy();
  cleanup();
  show(lesson, NOW + 33 * DAY);
  expect(buttons()).toEqual([]);
});

it('[V21] while a lesson goes on only that somebody did not come can be told', () => {
  const start = Date.parse('2026-12-03T21:30:00Z');
  show(confirmed(), start + 59 * 60_000);
  expect(buttons()).toEqual(['Não aconteceu']);
  expect(screen.getByText('Em andamento')).toBeTruthy();
  cleanup();
  show(confirmed(), start + 60 * 60_000);
  expect(buttons()).toEqual(['Aconteceu', 'Não aconteceu']);
  expect(screen.getByText('Conte como foi')).toBeTruthy();
});

it('[V21] a lesson that was called off says by whom and when', () => {
  const off = { status: 'called_off', called_off_by: 'teacher' } as const;
  show(confirmed({ ...off, called_off_at: '2026-11-30T15:00:00+00:00' }));
  expect(screen.getByText('Cancelada pelo professor em 30 de nov.')).toBeTruthy();
  cleanup();
  show(confirmed(off));
  expect(screen.getByText('Cancelada pelo professor')).toBeTruthy();
});

it('a lesson behind a refused change of another one says so, and links to it', () => {
  const refused = lessonCommand(
    'lesson.move',
    { ...named(0), scope: 'following', terms: TERMS },
    { status: 'rejected' },
  );
  const lessons = overlaidLessons(storedSeries(), [refused]);
  show(lessonAt(lessons, 1));
  expect(screen.queryByText('Não enviado')).toBeNull();
  const link = screen.getByRole('link', { name: 'Ver essa aula' });
  expect(link.getAttribute('href')).toBe(`/student/requests/r1#aula-${lessonIdOf(SERIES, 0)}`);
  cleanup();
  show(lessonAt(lessons, 0));
  expect(screen.getByText('Não enviado')).toBeTruthy();
});

it('a proposed series is confirmed as a whole first, and Escape leads back to the button', () => {
  show(lessonAt(overlaidLessons(storedSeries({ side: 'teacher' }), []), 0));
  fireEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
  expect(buttons()).toEqual(['Todas', 'Só esta', 'Voltar']);
  const back = screen.getByRole('button', { name: 'Voltar' });
  expect(document.activeElement).toBe(back);
  fireEvent.keyDown(back, { key: 'Escape' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Confirmar' }));
});

it('calling off one lesson of a series is offered before calling off the rest', () => {
  show(confirmed());
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar aula' }));
  expect(buttons()).toEqual(['Só esta', 'Esta e as próximas', 'Voltar']);
  const question = screen.getByRole('alertdialog', { name: 'Cancelar a aula?' });
  expect(question.getAttribute('aria-describedby')).toBeTruthy();
});

it('a proposal that the server refused can be changed or discarded, and not called off', () => {
  const refused = lessonCommand(
    'lesson.propose',
    { id: SERIES, requestId: 'r1', side: 'student', terms: TERMS, weeks: 4, skipped: [] },
    { status: 'rejected', error: { hint: 'start_passed' } as never },
  );
  show(lessonAt(overlaidLessons([], [refused]), 0));
  expect(buttons()).toEqual(['Entendi, descartar', 'Mudar a proposta']);
});

it('while the background of a guardian’s teacher is not checked, a lesson can only be called off or taken back', async () => {
  const listing = {
    ...{ id: TEACHER, name: 'Ana Prado', folded_name: 'ana prado', rank: '1ana', slug: 'ana' },
  };
  const listed = async (checks: string) =>
    act(async () => {
      const entry = toEntry({
        ...listing,
        checks,
        style_ids: [],
        modalidades_aula: [],
      } as unknown as TeacherRow);
      catalogStore.setRecord(await encodeRecord([entry], HEAD), true);
    });
  const request = {
    ...{ id: 'r1', side: 'student', teacher_id: TEACHER, other_name: 'Ana Prado' },
    ...{ guardian_terms: '1', stored: true },
  } as ShownRequest;
  const both = lessonAt(
    overlaidLessons(storedSeries({ teacher_proposal: storedSeries()[0]?.student_proposal ?? null }), []),
    0,
  );
  const why =
    'Sem uma nova conferência dos antecedentes de Ana, esta aula não pode ser confirmada nem mudada.';
  await listed('i2611281126b2611271126');
  show(both, NOW, request);
  expect(buttons()).toContain('Confirmar');
  expect(screen.queryByText(why)).toBeNull();
  await listed('i2611281126b2511261126');
  expect(screen.getByText(why)).toBeTruthy();
  expect(buttons()).toEqual(['Retirar minha proposta', 'Cancelar aula']);
  cleanup();
  show(both, NOW, { ...request, guardian_terms: null });
  expect(buttons()).toContain('Confirmar');
  // Whose checks this phone does not know, the server judges.
  cleanup();
  show(both, NOW, { ...request, teacher_id: 'unknown' });
  expect(buttons()).toContain('Confirmar');
});
