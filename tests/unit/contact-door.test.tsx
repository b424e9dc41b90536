import { readdirSync, readFileSync } from 'node:fs';
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HandOver } from '@/features/lessons/components/hand-over';
import { LessonContact } from '@/features/lessons/components/lesson-contact';
import type { ShownLesson } from '@/features/lessons/lesson-overlay';
import type { ShownRequest } from '@/features/lessons/overlay';
import { ContactDock } from '@/features/teachers/profile/contact-dock';
import type { Teacher } from '@/features/teachers/schema';
import { readTalks } from '@/features/teachers/talks';
import { PersonContact } from '@/ui/contact/person-contact';
import { REQUEST } from '../support/row-samples';

vi.mock('@/sync/ensure-sync', () => ({ ensureSync: () => Promise.reject(new Error('No chunk')) }));
vi.mock('@/outbox/load', () => ({ startOutbox: async () => undefined }));

const DOOR = 'src/ui/contact/person-contact.tsx';

/** The only sources that name the addresses of WhatsApp, or make such a link, beside the door, and why. */
const BESIDE: Record<string, string> = {
  'src/features/admin/invitations/invitations.ts': 'the team writes to somebody who has no account yet',
  'src/lib/phone.ts':
    'makes the links: to a person for the door, to the team, and for sharing without a recipient',
  'src/pages/public/safety-page.tsx': 'the public number of Ligue 180',
};

const sources = ['src', 'sw', 'supabase', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.(tsx?|sql|html|json)$/.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`),
);
const IS_CHAT = /\bwa\.me\b|api\.whatsapp\.com|whatsapp:\/\/|\bwhatsappLink\b/;

it('every link to a person’s WhatsApp or e-mail goes through the one door that shows the advice', () => {
  expect(sources.length).toBeGreaterThan(500);
  const linking = sources.filter((file) => IS_CHAT.test(readFileSync(file, 'utf8')));
  expect(linking.sort()).toEqual([...Object.keys(BESIDE), DOOR].sort());
});

it('only a contact with the advice beside it, and teachers who write to their students, pass without the sheet', () => {
  const free = sources.flatMap((file) =>
    file === DOOR
      ? []
      : [...readFileSync(file, 'utf8').matchAll(/<PersonContact\s+teacherId=\{([^}]*)\}/g)].map(
          ([, given]) => `${file.split('/').at(-1)}: ${given}`,
        ),
  );
  expect(free.sort()).toEqual([
    'contact-dock.tsx: id',
    "hand-over.tsx: side === 'student' ? teacher_id : null",
    "lesson-contact.tsx: request.side === 'student' ? request.teacher_id : null",
    'partners.tsx: null',
  ]);
});

const TEACHER = '6a0f4f0c-0000-4000-8000-000000000002';
const request: ShownRequest = {
  ...REQUEST,
  version: 5,
  student_id: 'anna',
  teacher_id: TEACHER,
  status: 'Aceito',
  answered_at: '2026-11-20T13:00:00Z',
  other_name: 'Marina Couto',
  other_whatsapp: '+5527900000001',
  other_email: 'marina@danceflix.test',
  write: null,
  stored: true,
  firstLessonAt: Number.POSITIVE_INFINITY,
};
const agreed = {
  starts_local: '2026-11-26T18:30',
  zone: 'America/Sao_Paulo',
  minutes: 60,
  place: null,
  price_cents: null,
  starts_at: '2026-11-26T21:30:00Z',
};
const lesson = { request_id: 'r1', agreed } as ShownLesson;
const teacher: Pick<Teacher, 'id' | 'slug' | 'name' | 'styles' | 'whatsapp' | 'instagram'> = {
  id: TEACHER,
  slug: 'marina-couto',
  name: 'Marina Couto',
  styles: ['Forró'],
  whatsapp: '+5527900000001',
  instagram: null,
};

/** Every screen with a way to a teacher's WhatsApp. */
const SCREENS: [string, (side: ShownRequest['side']) => ReactNode][] = [
  ['a request', (side) => <HandOver request={{ ...request, side }} style="Forró" />],
  ['a card of the home', (side) => <HandOver request={{ ...request, side }} style="Forró" compact />],
  ['a lesson', (side) => <LessonContact lesson={lesson} requests={[{ ...request, side }]} />],
  [
    'the public page',
    () => (
      <ContactDock teacher={teacher as Teacher} sought={() => ({ style: 'Forró', goal: '', when: '' })} />
    ),
  ],
];

function show(part: ReactNode): void {
  cleanup();
  render(
    <MantineProvider>
      <MemoryRouter>{part}</MemoryRouter>
    </MantineProvider>,
  );
}

const chat = () => screen.getAllByRole('link', { name: /WhatsApp$/ })[0] as HTMLElement;

/** Presses a link, and says whether that leads there. The page itself stays. */
function leads(link: HTMLElement): boolean {
  let isFollowed = false;
  const stay = (event: Event) => {
    isFollowed = !event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', stay, { once: true });
  fireEvent.click(link);
  return isFollowed;
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(cleanup);

describe('the advice before the first meeting', () => {
  it.each(SCREENS)('comes once from %s, with the same way in it, and never again', async (name, part) => {
    show(part('student'));
    const { href } = chat() as HTMLAnchorElement;
    expect(leads(chat())).toBe(false);
    const advice = await screen.findByRole('dialog', { name: 'Antes do primeiro encontro' });
    expect(
      within(advice)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Encontrem-se em um lugar público ou em uma escola de dança.',
      'Conte a alguém onde, quando e com quem você vai estar.',
      'Não pague pacote de aulas antes da primeira aula.',
    ]);
    const same = within(advice).getByRole<HTMLAnchorElement>('link', { name: /WhatsApp$/ });
    expect(same.href).toBe(href);
    expect(readTalks()).toEqual([]);
    expect(leads(same)).toBe(true);
    expect(readTalks()).toHaveLength(name === 'the public page' ? 1 : 0);
    expect(within(advice).getByRole('link', { name: 'Segurança e números de emergência' })).toBeTruthy();
    for (const [, other] of SCREENS) {
      show(other('student'));
      expect(leads(chat())).toBe(true);
      expect(screen.queryByRole('dialog')).toBeNull();
    }
  });

  it.each(SCREENS.slice(0, 3))('does not stand between a teacher and a student in %s', (_, part) => {
    show(part('teacher'));
    expect(leads(chat())).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('comes for each teacher anew, and for an e-mail as for a WhatsApp', async () => {
    const one = (teacherId: string) => (
      <PersonContact teacherId={teacherId} phone={null} email="a@danceflix.test" text="Oi" />
    );
    for (const id of ['a', 'b']) {
      show(one(id));
      expect(leads(screen.getByRole('link', { name: 'a@danceflix.test' }))).toBe(false);
      await screen.findByRole('dialog');
    }
  });
});
