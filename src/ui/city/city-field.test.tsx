import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { CityFilter } from './city-filter';
import type { CityItem } from './city-search';

const CITIES = ['Belo Horizonte', 'Brasília', 'São Paulo', 'Vitória'].map((name) => ({ id: name, name }));

function Filter({
  cities = CITIES,
  start = '',
  first = [] as string[],
}: {
  cities?: CityItem[];
  start?: string;
  first?: string[];
}) {
  const [city, setCity] = useState(start);
  return (
    <MantineProvider>
      <CityFilter cities={cities} status="ready" value={city} onChange={setCity} first={first} />
      <output>{city}</output>
    </MantineProvider>
  );
}

afterEach(cleanup);

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Cidade' });
const chosen = () => screen.getByRole('status', { name: '' }).textContent;
const open = async () => {
  fireEvent.focus(field());
  return screen.findByRole('listbox', { name: 'Cidades' });
};
const names = (list: HTMLElement) =>
  within(list)
    .getAllByRole('option')
    .map((option) => option.textContent);
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const press = (key: string) => fireEvent.keyDown(field(), { key });

it('lists all cities after the option for all, the own one first', async () => {
  render(<Filter first={['Vitória']} />);
  expect(field().getAttribute('aria-expanded')).toBe('false');
  const list = await open();
  expect(names(list)).toEqual(['Todas as cidades', 'Vitória', 'Belo Horizonte', 'Brasília', 'São Paulo']);
  expect(field().getAttribute('aria-controls')).toBe(list.id);
});

it('finds a city without accents, and the keyboard picks it', async () => {
  render(<Filter />);
  const list = await open();
  type('sao');
  expect(names(list)).toEqual(['São Paulo']);
  press('ArrowDown');
  const active = within(list).getByRole('option');
  expect(field().getAttribute('aria-activedescendant')).toBe(active.id);
  press('Enter');
  expect(chosen()).toBe('São Paulo');
  expect(field().value).toBe('São Paulo');
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('drops a text that is no city on leaving, takes a whole name, and an empty text is all', async () => {
  render(<Filter start="Brasília" />);
  await open();
  type('xyz');
  expect(screen.getByText('Nenhuma cidade encontrada.')).toBeTruthy();
  fireEvent.blur(field());
  expect([field().value, chosen()]).toEqual(['Brasília', 'Brasília']);
  type('vitoria');
  fireEvent.blur(field());
  expect([field().value, chosen()]).toEqual(['Vitória', 'Vitória']);
  type('');
  expect(chosen()).toBe('');
});

it('Escape closes the list and keeps the city', async () => {
  render(<Filter start="Brasília" />);
  await open();
  press('Escape');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field().value).toBe('Brasília');
});

it('draws the first of thousands at once and the others when they are reached', async () => {
  const many = Array.from({ length: 5_000 }, (_, place) => ({ id: `c${place}`, name: `Cidade ${place}` }));
  render(<Filter cities={many} />);
  const list = await open();
  expect(within(list).getAllByRole('option').length).toBeLessThan(100);
  expect(within(list).getAllByRole('option')[0]?.getAttribute('aria-setsize')).toBe('5001');
  const at = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
  press('ArrowUp');
  expect(at()).toBe('Cidade 38');
  press('ArrowDown');
  expect(at()).toBe('Cidade 39');
});
