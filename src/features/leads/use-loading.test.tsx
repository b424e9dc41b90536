import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentLead } from './current-lead';
import type { Delivery } from './queries';
import { MINIMUM_WAIT, useLoading } from './use-loading';

let delivery: Delivery = 'waiting';
let isEmpty = false;
let foundNobody = false;

vi.mock('./queries', () => ({ useDelivery: () => delivery, useFoundNobody: () => foundNobody }));
vi.mock('@/reads/use-nobody', () => ({ useNobody: () => isEmpty }));

const LEAD: CurrentLead = {
  id: 'l',
  createCommand: 'c',
  matchCommand: 'm',
  cidade: 'Vitória',
  estilo: 'Forró',
  objetivos: '',
  sentAt: 0,
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  delivery = 'waiting';
  isEmpty = false;
  foundNobody = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const start = () => renderHook(() => useLoading(LEAD)).result;
const pass = (time: number) => act(() => vi.advanceTimersByTime(time));

it('waits eight seconds for a teacher, however fast the answer is', () => {
  delivery = 'matched';
  const loading = start();
  pass(MINIMUM_WAIT - 200);
  expect(loading.current.destination).toBeNull();
  pass(300);
  expect(loading.current.destination).toEqual({ kind: 'results' });
});

it('does not wait where nobody teaches at all, with or without a connection', () => {
  isEmpty = true;
  expect(start().current.destination).toEqual({ kind: 'results' });
  delivery = 'offline';
  expect(start().current.destination).toEqual({ kind: 'results' });
});

it('does not wait once the server has nobody to propose', () => {
  delivery = 'matched';
  foundNobody = true;
  expect(start().current.destination).toEqual({ kind: 'results' });
});

it('leads back to the form when the request is refused, even where nobody teaches', () => {
  isEmpty = true;
  delivery = 'refused';
  expect(start().current.destination).toEqual({ kind: 'refused' });
});
