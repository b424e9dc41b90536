import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import type { Progress } from '../progress';
import { FirstSteps } from './first-steps';

afterEach(cleanup);

const show = (part: Partial<Progress>) => {
  const progress: Progress = {
    asked: 0,
    agreed: 0,
    held: 0,
    minutes: 0,
    open: { own: 0, other: 0, contradictory: 0 } as unknown as Progress['open'],
    teachers: 0,
    styles: [],
    months: [],
    streak: { weeks: 0, thisWeek: false } as unknown as Progress['streak'],
    given: [0, 0, 0, 0, 0],
    ...part,
  };
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <FirstSteps progress={progress} />
      </MemoryRouter>
    </MantineProvider>,
  );
};
const done = () =>
  screen
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent?.includes('feito'))
    .map(({ textContent }) => textContent?.replace(' · feito', '').trim());
const links = () =>
  screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

it('begins with nothing done and leads nowhere: asking has its own button on the page', () => {
  show({});
  expect(screen.getByText(/^0 de 4 dados/)).toBeTruthy();
  expect(done()).toEqual([]);
  expect(links()).toEqual([]);
});

it('after the first request leads to the requests', () => {
  show({ asked: 1 });
  expect(done()).toEqual(['Pedir a primeira aula']);
  expect(links()).toEqual([['Ver meus pedidos', '/student/requests']]);
});

it('counts an agreed lesson and stars of any number, and leads to more teachers', () => {
  show({ asked: 2, agreed: 2, given: [1, 0, 0, 0, 0] });
  expect(screen.getByText(/^3 de 4 dados/)).toBeTruthy();
  expect(done()).toEqual(['Pedir a primeira aula', 'Combinar com o professor', 'Contar como foi a aula']);
  expect(links()).toEqual([['Encontrar um professor', '/search']]);
});
