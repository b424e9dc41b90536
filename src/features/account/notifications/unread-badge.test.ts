import { beforeEach, expect, test, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { noRows } from '@/db/memory/private-rows';
import { setPrivateRows } from '@/db/memory/private-store';
import { followUnread } from './unread-badge';

const shown: number[] = [];
vi.mock('@/lib/browser/app-badge', () => ({ showOnIcon: (_: string, count: number) => shown.push(count) }));

const closed = vi.fn();
vi.mock('@/lib/push-subscription', () => ({
  closeNotifications: async (isMeant: (tag: string) => boolean) =>
    closed(['1', '2', '3', 'push-activated'].filter(isMeant)),
}));

const notice = (id: string, read_at: string | null) => ({
  id,
  kind: 'welcome',
  title: 't',
  body: 'b',
  url: null,
  read_at,
  created_at: '2026-11-22T12:00:00Z',
});
const know = (...notifications: ReturnType<typeof notice>[]) =>
  setPrivateRows({ ...noRows('ana'), failed: false, notifications, notificationsKnown: true });

beforeEach(() => {
  shown.length = 0;
});

test('the icon counts unread notifications until they are read or the user signs out; read ones are closed', () => {
  const [email, name] = ['ana@danceflix.test', 'Ana'];
  setIdentity({
    ...{ userId: 'ana', email, name, role: 'student', imageUrl: null },
    ...{ state: 'active', termsDue: null },
  });
  followUnread();
  // Notifications that are not read from the database yet must not count as zero.
  expect(shown).toEqual([]);
  know(notice('1', null), notice('2', null), notice('3', '2026-11-22T13:00:00Z'));
  expect(closed.mock.lastCall).toEqual([['3']]);
  know(notice('1', null), notice('2', null));
  expect(shown).toEqual([2]);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(shown).toEqual([2, 2]);
  know(notice('1', '2026-11-22T13:00:00Z'), notice('2', '2026-11-22T13:00:00Z'));
  know(notice('1', null));
  clearIdentity();
  expect(shown).toEqual([2, 2, 0, 1, 0]);
});
