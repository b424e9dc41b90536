import { expect, it } from 'vitest';
import type { LessonRow } from '@/db/rows/lesson-fields';
import { amountDue } from './components/pix-payment';
import { shownKey, storedKind } from './pix-text';

const now = Date.parse('2026-11-26T12:00:00-03:00');
const lesson = (starts_at: string, price_cents: number | null, status: LessonRow['status'] = 'confirmed') =>
  ({
    status,
    agreed: { starts_at, starts_local: '', zone: 'America/Sao_Paulo', minutes: 60, place: null, price_cents },
  }) as LessonRow;

it('the amount is that of the lesson just had, else of the next one', () => {
  const before = lesson('2026-11-25T21:30:00Z', 9_000, 'held');
  const next = lesson('2026-12-03T21:30:00Z', 12_000);
  expect(amountDue([before, next], now)).toBe(9_000);
  expect(amountDue([lesson('2026-11-01T21:30:00Z', 8_000, 'held'), next], now)).toBe(12_000);
  expect(amountDue([lesson('2026-12-01T21:30:00Z', 7_000, 'called_off'), next], now)).toBe(12_000);
  expect(amountDue([lesson('2026-12-03T21:30:00Z', null)], now)).toBeNull();
  expect(amountDue([], now)).toBeNull();
});

it('a stored key tells its kind by its spelling, and a CPF is not shown whole', () => {
  expect(
    ['52998224725', '11222333000181', '+5511912345678', 'a@b.co', '123e4567-e89b-42d3-a456-426614174000'].map(
      storedKind,
    ),
  ).toEqual(['cpf', 'cnpj', 'phone', 'email', 'random']);
  expect(shownKey({ kind: 'cpf', key: '52998224725' })).toBe('***.982.247-**');
});
