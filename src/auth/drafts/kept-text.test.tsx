import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isBusyHere } from '@/lib/busy';
import { clearIdentity, setIdentity } from '../identity';
import { forgetDrafts } from '../leaving/forget';
import { dropKeptText, useKeptText } from './kept-text';

const enter = (userId: string) =>
  setIdentity({
    userId,
    email: `${userId}@example.test`,
    role: 'student',
    name: userId,
    imageUrl: null,
    state: 'active',
    termsDue: null,
  });
const use = (about: string) =>
  renderHook((now: string) => useKeptText('reason', now), { initialProps: about });
const textOf = (about: string) => {
  const { result, unmount } = use(about);
  unmount();
  return result.current[0];
};

beforeEach(() => enter('anna'));
afterEach(() => {
  cleanup();
  clearIdentity();
  vi.restoreAllMocks();
});

it('a typed text returns with its field, for the same person and subject only', () => {
  const { result, unmount } = use('one');
  act(() => result.current[1]('Agenda cheia'));
  unmount();
  expect(textOf('one')).toBe('Agenda cheia');
  expect(textOf('other')).toBe('');
  enter('bia');
  expect(textOf('one')).toBe('');
  enter('anna');
  dropKeptText('reason', 'one');
  expect(textOf('one')).toBe('');
});

it('changes with the subject of a field that stays on the screen', () => {
  const { result, rerender } = use('one');
  act(() => result.current[1]('Agenda cheia'));
  rerender('other');
  expect(result.current[0]).toBe('');
  rerender('one');
  expect(result.current[0]).toBe('Agenda cheia');
});

it('the page counts as busy while the field has text, so that a new release waits', async () => {
  const { result, unmount } = use('one');
  expect(isBusyHere()).toBe(false);
  act(() => result.current[1]('Agenda'));
  expect(isBusyHere()).toBe(true);
  act(() => result.current[1](''));
  await waitFor(() => expect(isBusyHere()).toBe(false));
  act(() => result.current[1]('Agenda'));
  unmount();
  await waitFor(() => expect(isBusyHere()).toBe(false));
});

it('a sign-out deletes the text', () => {
  const { result, unmount } = use('one');
  act(() => result.current[1]('Agenda'));
  unmount();
  forgetDrafts();
  expect(textOf('one')).toBe('');
});

it('a phone without storage leaves the field as it is', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  const { result } = use('one');
  act(() => result.current[1]('Agenda'));
  expect(result.current[0]).toBe('Agenda');
});
