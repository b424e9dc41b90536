import { describe, expect, it, onTestFinished } from 'vitest';
import { dayKey, monthAndYear, timeSince } from './dates';

describe('the key of a day', () => {
  it('is the day in São Paulo, whatever order a browser writes dates in', () => {
    // Safari 16.4 uses this order for Canada.
    const prototype = Intl.DateTimeFormat.prototype;
    const own = Object.getOwnPropertyDescriptor(prototype, 'format') ?? {};
    onTestFinished(() => void Object.defineProperty(prototype, 'format', own));
    Object.defineProperty(prototype, 'format', { configurable: true, get: () => () => '11/21/2026' });
    expect(dayKey(Date.parse('2026-11-22T01:30:00Z'))).toBe('2026-11-21');
    expect(dayKey(new Date('2026-11-22T12:00:00Z'))).toBe('2026-11-22');
  });
});

describe('month and year', () => {
  it('are those of São Paulo, in words', () => {
    expect(monthAndYear('2026-03-12T12:00:00Z')).toBe('março de 2026');
    expect(monthAndYear('2026-04-01T01:00:00Z')).toBe('março de 2026');
  });

  it('are absent for an invalid date', () => {
    expect(monthAndYear(null)).toBeNull();
    expect(monthAndYear('ontem')).toBeNull();
  });
});

describe('time since', () => {
  const now = Date.UTC(2026, 2, 12);
  it.each([
    [-5_000, 'agora'],
    [59_999, 'agora'],
    [60_000, 'há 1 min'],
    [7.3e6, 'há 2 h'],
    [86_400_000, 'há 1 dia'],
    [3 * 86_400_000, 'há 3 dias'],
    [30 * 86_400_000, 'há 30 dias'],
    [31 * 86_400_000, 'em fevereiro'],
    [104 * 86_400_000, 'em novembro de 2025'],
  ])('of %s ms is %s', (age, text) => {
    expect(timeSince(now - age, now)).toBe(text);
  });
});
