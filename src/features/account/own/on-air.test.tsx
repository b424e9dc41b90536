import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OnAir } from './on-air';

interface News {
  id: string;
  kind: string;
  isRead: boolean;
}
let notifications: News[] = [];
const markRead = vi.fn(async (_ids: string[]) => undefined);
vi.mock('../queries', () => ({ useOwnNotifications: () => ({ status: 'ready', data: notifications }) }));
vi.mock('../actions', () => ({ markNotificationsRead: (ids: string[]) => markRead(ids) }));

const DAY = 24 * 60 * 60_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const approval = (part: Partial<News> = {}): News => ({
  id: 'news',
  kind: 'teacher.approved',
  isRead: false,
  ...part,
});

const page = (approvedAt: string | null) => (
  <MantineProvider env="test">
    <MemoryRouter>
      <OnAir
        approvedAt={approvedAt}
        page="/teachers/marina-couto"
        share={<button type="button">Compartilhar</button>}
      />
    </MemoryRouter>
  </MantineProvider>
);
const title = () => screen.queryByRole('heading', { name: 'Você está no ar!' });

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  markRead.mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says it with sharing first, marks the notification read once, and stays for the visit', () => {
  notifications = [approval()];
  const view = render(page(ago(1)));
  expect(title()).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver minha página' }).getAttribute('href')).toBe(
    '/teachers/marina-couto',
  );
  const [first] = screen.getAllByRole('button').concat(screen.getAllByRole('link'));
  expect(first?.textContent).toBe('Compartilhar');
  expect(markRead.mock.calls).toEqual([[['news']]]);

  notifications = [approval({ isRead: true })];
  view.rerender(page(ago(1)));
  expect(title()).toBeTruthy();
  expect(markRead).toHaveBeenCalledTimes(1);
});

it.each([
  ['the approval was read on another phone', [approval({ isRead: true })], ago(1)],
  ['the approval is 31 days old', [approval()], ago(31)],
  ['only other news is unread', [approval({ kind: 'teacher.adjust' })], ago(1)],
  ['the teacher is not approved', [approval()], null],
])('says nothing when %s, and reads nothing', (_, news, approvedAt) => {
  notifications = news;
  render(page(approvedAt));
  expect(title()).toBeNull();
  expect(markRead).not.toHaveBeenCalled();
});

it('says it to a phone whose clock is two weeks slow', () => {
  notifications = [approval()];
  render(page(ago(-14)));
  expect(title()).toBeTruthy();
});
