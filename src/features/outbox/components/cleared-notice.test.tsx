import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Announced } from '@/outbox/device';
import ClearedNotice from './cleared-notice';

const AT = new Date(2026, 10, 27, 18, 2).getTime();
const show = (...announced: Announced[]) => render(<ClearedNotice announced={announced} />);
const lines = () => screen.getAllByText(/^Um aparelho seu/).map(({ textContent }) => textContent);

afterEach(cleanup);

it('says when, and how many: one, or several', () => {
  show({ waiting: 2, at: AT }, { waiting: 1, at: AT });
  expect(lines()).toEqual([
    'Um aparelho seu avisou, em 27/11/2026, 18:02, que 2 envios esperavam para sair.',
    'Um aparelho seu avisou, em 27/11/2026, 18:02, que 1 envio esperava para sair.',
  ]);
  expect(screen.getByRole('button', { name: 'Entendi' })).toBeTruthy();
});

it('names the three newest devices', () => {
  show(...Array.from({ length: 5 }, (_, n) => ({ waiting: 10 - n, at: AT - n * 60_000 })));
  expect(lines()).toHaveLength(3);
  expect(lines()[0]).toContain('10 envios');
});
