import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { AdultStatement } from './adult-statement';
import type { Statement } from './use-statement';

const tick = vi.fn();
const show = (more: Partial<Statement> = {}, error?: string) => {
  cleanup();
  const statement: Statement = {
    ...{ statedAt: null, isWaiting: false, isTicked: false, isGiven: false, isDue: true, isMissed: false },
    ...{ isGuardian: false, box: createRef<HTMLInputElement>(), tick, miss: vi.fn(), ...more },
  };
  return render(<AdultStatement statement={statement} error={error} />).container;
};
const box = () =>
  screen.queryByRole<HTMLInputElement>('checkbox', { name: 'Declaro que tenho 18 anos ou mais' });

afterEach(() => {
  cleanup();
  tick.mockClear();
});

test('the box is not ticked beforehand, and says what is missing', () => {
  show();
  expect(box()?.checked).toBe(false);
  const unticked = box();
  if (unticked) fireEvent.click(unticked);
  expect(tick).toHaveBeenCalledExactlyOnceWith(true);
  show({}, 'Falta isto.');
  expect(box()?.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe('Falta isto.');
});

test('a statement is shown with the day on which it was given, in Brasília, and is not asked for again', () => {
  const page = show({ statedAt: '2026-11-28T02:30:00Z', isGiven: true, isDue: false });
  expect(box()).toBeNull();
  expect(page.textContent).toContain('Declarado em 27/11/2026');
  expect(show({ isWaiting: true, isGiven: true }).textContent).toContain('vai com o que está por enviar');
  expect(box()).toBeNull();
});
