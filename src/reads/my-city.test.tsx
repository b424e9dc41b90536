import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import { catalogStore } from '@/db/memory/catalog';
import { type PrivateRows, privateStore } from '@/db/memory/private-store';
import { writeText } from '@/lib/stored';
import { chooseMyCity, learnMyCity, readMyCity, useMyCity } from './my-city';

// A sync that begins here would go on under later tests of this process.
vi.mock('@/sync/ensure-sync', () => ({ ensureSync: async () => undefined }));

const KEY = 'danceflix_private_city';

beforeEach(() => {
  catalogStore.setNames(
    {
      items: [
        ['c-vix', 'Vitória', true],
        ['c-rec', 'Recife', true],
        ['c-old', 'Manaus', false],
      ],
      complete: true,
    },
    { items: [], complete: true },
  );
});
afterEach(() => {
  cleanup();
  privateStore.setState({ rows: null });
  clearIdentity();
});

const use = () => renderHook(() => useMyCity()).result;

it('is none at first, follows a search, and a choice by hand wins over later searches', () => {
  const city = use();
  expect(city.current).toEqual({ name: null, isAll: false });
  act(() => learnMyCity('Recife'));
  expect(city.current.name).toBe('Recife');
  act(() => learnMyCity('Vitória'));
  expect(city.current.name).toBe('Vitória');
  act(() => chooseMyCity('Recife'));
  act(() => learnMyCity('Vitória'));
  expect(city.current.name).toBe('Recife');
});

it('knows all of Brazil as a choice, which no search changes', () => {
  const city = use();
  act(() => chooseMyCity(null));
  act(() => learnMyCity('Vitória'));
  expect(city.current).toEqual({ name: null, isAll: true });
});

it('a search for all cities teaches nothing', () => {
  act(() => learnMyCity(''));
  expect(readMyCity()).toBeNull();
});

it('starts with the city of the own profile, which a search does not change', () => {
  setIdentity({
    userId: 'ana',
    email: 'a@b.test',
    role: 'student',
    name: 'Ana',
    imageUrl: null,
    state: 'active',
    termsDue: null,
  });
  act(() => learnMyCity('Recife'));
  const city = use();
  expect(city.current.name).toBe('Recife');
  act(() =>
    privateStore.setState({
      rows: { userId: 'ana', profile: { city_id: 'c-vix' } } as unknown as PrivateRows,
    }),
  );
  expect(city.current.name).toBe('Vitória');
  act(() => learnMyCity('Recife'));
  expect(city.current.name).toBe('Vitória');
  act(() => chooseMyCity('Recife'));
  expect(city.current.name).toBe('Recife');
});

it('follows another tab', () => {
  const city = use();
  writeText(KEY, JSON.stringify({ name: 'Recife', source: 'chosen' }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY })));
  expect(city.current.name).toBe('Recife');
});

it('forgets a city that is no longer offered, and keeps one while the cities are unknown', () => {
  act(() => chooseMyCity('Manaus'));
  expect(use().current).toEqual({ name: null, isAll: false });
  act(() => chooseMyCity('vitoria'));
  expect(use().current.name).toBe('vitoria');
});
