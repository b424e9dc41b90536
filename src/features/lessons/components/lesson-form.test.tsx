import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { timed } from '@/db/lessons/lesson-rules';
import { noRows } from '@/db/memory/private-rows';
import { setPrivateRows } from '@/db/memory/private-store';
import { wallTimeAt } from '@/lib/wall-time';
import { pendingStore } from '@/outbox/pending-store';
import { storedSeries } from '../../../../tests/support/lesson-samples';
import { LessonForm } from './lesson-form';

vi.mock('@/sync/ensure-sync', () => ({ ensureSync: () => Promise.reject(new Error('No chunk')) }));
vi.mock('@/outbox/load', () => ({ startOutbox: async () => undefined }));
const { queued } = vi.hoisted(() => ({ queued: [] as unknown[] }));
vi.mock('../lesson-actions', () => ({
  proposeLesson: async (lesson: unknown) => {
    queued.push(lesson);
    return { kind: 'stored', commandId: 'c' };
  },
}));

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';
const ZONE = 'America/Sao_Paulo';
/** A week from now, so that no hour of it has passed. */
const day = (weeks: number) => wallTimeAt(Date.now() + weeks * 7 * 86_400_000, ZONE).slice(0, 10);
const termsAt = (weeks: number, time: string) => ({
  ...{ starts_local: `${day(weeks)}T${time}`, zone: ZONE, minutes: 60, place: null, price_cents: null },
});

beforeEach(() => {
  queued.length = 0;
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  pendingStore.setState({ commands: [], failed: false });
  setIdentity({
    userId: ANNA,
    email: 'anna@example.test',
    role: 'student',
    name: 'Anna Lima',
    imageUrl: null,
    state: 'active',
    termsDue: null,
  });
  const lessons = [1, 2].flatMap((weeks) =>
    storedSeries({
      ...{ id: `lesson-${weeks}`, series_id: null, series_index: null, status: 'confirmed' },
      ...{ agreed: timed(termsAt(weeks, '15:00')), student_proposal: null, proposed_last: null },
    }).slice(0, 1),
  );
  setPrivateRows({ ...noRows(ANNA), lessons });
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  cleanup();
  clearIdentity();
  setPrivateRows(null);
  vi.unstubAllGlobals();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Enviar proposta' }));
const open = (weeks: number, time: string) =>
  render(
    <MantineProvider>
      <LessonForm
        request="r1"
        side="student"
        like={termsAt(weeks, time)}
        suggested={{ date: day(weeks), time }}
        onClose={() => undefined}
      />
    </MantineProvider>,
  );

it('[V21] a time of another lesson of the two is said beside the hour, is not queued, and keeps what was typed', async () => {
  open(1, '15:30');
  type('Lugar (opcional)', 'Estúdio da Praia');
  send();
  await screen.findByText('Vocês dois já têm uma aula nesse horário');
  expect(field('Hora').getAttribute('aria-invalid')).toBe('true');
  expect(field('Lugar (opcional)').value).toBe('Estúdio da Praia');
  expect(queued).toEqual([]);
  type('Hora', '16:00');
  expect(screen.queryByText('Vocês dois já têm uma aula nesse horário')).toBeNull();
  send();
  await waitFor(() => expect(queued).toHaveLength(1));
  expect(queued).toMatchObject([{ terms: { place: 'Estúdio da Praia' }, weeks: 1, skipped: [] }]);
});

it('[V21] a series leaves out the weeks in which the two have a lesson, and says so', async () => {
  // The first one is today in a week at an hour that is free.
  setPrivateRows({
    ...noRows(ANNA),
    lessons: storedSeries({
      ...{ id: 'lesson-2', series_id: null, series_index: null, status: 'confirmed' },
      ...{ agreed: timed(termsAt(2, '15:00')), student_proposal: null, proposed_last: null },
    }).slice(0, 1),
  });
  open(1, '15:30');
  fireEvent.click(field('Repetir toda semana'));
  type('Quantas aulas', '3');
  expect(screen.getByText(/^Sem .*: vocês dois já têm uma aula nesse horário\.$/)).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Datas das aulas' }).children).toHaveLength(2);
  send();
  await waitFor(() => expect(queued).toMatchObject([{ weeks: 3, skipped: [1] }]));
});

it('a first lesson is in the time zone of the teacher’s city, one like another in that one’s', async () => {
  const form = (like: ReturnType<typeof termsAt> | null) => (
    <MantineProvider>
      <LessonForm
        {...{ request: 'r1', side: 'student', like, zone: 'America/Rio_Branco', onClose: () => undefined }}
        suggested={{ date: day(3), time: '19:00' }}
      />
    </MantineProvider>
  );
  render(form(null));
  send();
  await waitFor(() => expect(queued).toHaveLength(1));
  expect(queued).toMatchObject([{ terms: { zone: 'America/Rio_Branco' } }]);
  cleanup();
  render(form(termsAt(1, '15:00')));
  send();
  await waitFor(() => expect(queued).toHaveLength(2));
  expect(queued[1]).toMatchObject({ terms: { zone: ZONE } });
});
