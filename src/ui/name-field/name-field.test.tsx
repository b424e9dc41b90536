import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { CityFilter } from '../city/city-filter';
import { StyleFilter } from '../dance-styles/style-filter';
import type { NamedItem } from './name-search';

const itemsOf = (names: readonly string[]) => names.map((name) => ({ id: name, name }));

const CITIES = {
  Field: CityFilter,
  label: 'Cidade',
  list: 'Cidades',
  all: 'Todas as cidades',
  names: ['Belo Horizonte', 'Brasília', 'São Paulo', 'Vitória'],
  none: 'Nenhuma cidade encontrada.',
  loading: 'Carregando cidades…',
  unlisted: 'Marte não está na lista de cidades.',
};
const STYLES = {
  Field: StyleFilter,
  label: 'Estilo',
  list: 'Estilos',
  all: 'Todos os estilos',
  names: ['Axé', 'Bolero', 'Forró', 'Zouk'],
  none: 'Nenhum estilo encontrado.',
  loading: 'Carregando estilos…',
  unlisted: 'Marte não está na lista de estilos.',
};
type Kind = typeof CITIES | typeof STYLES;

interface FilterProps {
  kind: Kind;
  items?: NamedItem[];
  status?: 'loading' | 'ready' | 'failed';
  start?: string;
  first?: string[];
  disabled?: boolean;
}

function Filter({ kind, items = itemsOf(kind.names), status = 'ready', start = '', ...rest }: FilterProps) {
  const [value, setValue] = useState(start);
  return (
    <MantineProvider>
      <kind.Field items={items} status={status} value={value} onChange={setValue} {...rest} />
      <output>{value}</output>
    </MantineProvider>
  );
}

afterEach(cleanup);

const field = () => screen.getByRole<HTMLInputElement>('combobox');
const chosen = () => screen.getByRole('status', { name: '' }).textContent;
const open = async () => {
  fireEvent.focus(field());
  return screen.findByRole('listbox');
};
const names = (list: HTMLElement) =>
  within(list)
    .getAllByRole('option')
    .map((option) => option.textContent);
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const press = (key: string) => fireEvent.keyDown(field(), { key });

describe.each([CITIES, STYLES])('$list', (kind) => {
  const [one = '', other = '', third = '', last = ''] = kind.names;

  it('has a name, says what no choice means, and selects it at first', async () => {
    render(<Filter kind={kind} />);
    expect(screen.getByRole('combobox', { name: kind.label })).toBe(field());
    expect([field().value, field().placeholder]).toEqual(['', kind.all]);
    expect(field().getAttribute('aria-expanded')).toBe('false');
    const list = await open();
    expect(list.getAttribute('aria-label')).toBe(kind.list);
    expect(field().getAttribute('aria-controls')).toBe(list.id);
    expect(within(list).getByRole('option', { selected: true }).textContent).toBe(kind.all);
  });

  it('finds a name without accents, and the keyboard picks it', async () => {
    render(<Filter kind={kind} />);
    const list = await open();
    const folded = third.normalize('NFD').replace(/\p{M}/gu, '').slice(0, -1);
    type(folded);
    expect(names(list)).toEqual([third]);
    press('ArrowDown');
    expect(field().getAttribute('aria-activedescendant')).toBe(within(list).getByRole('option').id);
    press('Enter');
    expect([chosen(), field().value]).toEqual([third, third]);
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('drops a text that is no name on leaving, takes a whole name, and an empty text is all', async () => {
    render(<Filter kind={kind} start={other} />);
    await open();
    type('xyz');
    expect(screen.getByText(kind.none)).toBeTruthy();
    fireEvent.blur(field());
    expect([field().value, chosen()]).toEqual([other, other]);
    type(last.toLowerCase());
    fireEvent.blur(field());
    expect([field().value, chosen()]).toEqual([last, last]);
    type('');
    expect(chosen()).toBe('');
  });

  it('Escape closes the list and keeps the choice', async () => {
    render(<Filter kind={kind} start={other} />);
    await open();
    press('Escape');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field().value).toBe(other);
  });

  it('names a choice that the list lacks, and offers the others instead', async () => {
    render(<Filter kind={kind} start="Marte" />);
    expect(screen.getByText(kind.unlisted)).toBeTruthy();
    expect(names(await open())).toContain(one);
    fireEvent.click(screen.getByRole('option', { name: one }));
    expect([chosen(), screen.queryByText(kind.unlisted)]).toEqual([one, null]);
  });

  it('says that the list is loading, and claims nothing until it has', async () => {
    render(<Filter kind={kind} items={[]} status="loading" start="Marte" />);
    expect(screen.queryByText(kind.unlisted)).toBeNull();
    fireEvent.focus(field());
    type('Mart');
    expect(await screen.findByText(kind.loading)).toBeTruthy();
  });

  it('can be switched off', () => {
    render(<Filter kind={kind} disabled />);
    expect(field().disabled).toBe(true);
  });
});

it('cities begin with the own one, then follow their names, and are filtered from two letters on', async () => {
  render(<Filter kind={CITIES} first={['Vitória']} />);
  const list = await open();
  expect(names(list)).toEqual(['Todas as cidades', 'Vitória', 'Belo Horizonte', 'Brasília', 'São Paulo']);
  type('b');
  expect(names(list)).toHaveLength(5);
  type('br');
  expect(names(list)).toEqual(['Brasília']);
});

it('styles begin with the popular ones, then follow their names, and are filtered from the first letter on', async () => {
  render(
    <Filter kind={STYLES} items={itemsOf(['Axé', 'Bolero', 'Forró', 'Salsa', 'Samba', 'Tango', 'Zouk'])} />,
  );
  const list = await open();
  expect(names(list)).toEqual([
    ...['Todos os estilos', 'Forró', 'Zouk', 'Salsa', 'Tango', 'Samba', 'Axé', 'Bolero'],
  ]);
  type('z');
  expect(names(list)).toEqual(['Zouk']);
  type('sa');
  expect(names(list)).toEqual(['Salsa', 'Samba']);
});

it('draws the first of thousands at once and the others when they are reached', async () => {
  const many = Array.from({ length: 5_000 }, (_, place) => ({ id: `c${place}`, name: `Cidade ${place}` }));
  render(<Filter kind={CITIES} items={many} />);
  const list = await open();
  expect(within(list).getAllByRole('option').length).toBeLessThan(100);
  expect(within(list).getAllByRole('option')[0]?.getAttribute('aria-setsize')).toBe('5001');
  const at = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
  press('ArrowUp');
  expect(at()).toBe('Cidade 58');
  press('ArrowDown');
  expect(at()).toBe('Cidade 59');
});
