import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { matchStyles } from './popular';
import { StylesField } from './styles-field';

const NAMES = [
  'Axé',
  'Bachata',
  'Bolero',
  'Forró',
  'Jazz',
  'Salsa',
  'Samba',
  'Samba de Gafieira',
  'Tango',
  'Zouk',
];

function Field({ start = [] as string[] }) {
  const [chosen, setChosen] = useState<readonly string[]>(start);
  return (
    <MantineProvider>
      <StylesField
        names={NAMES}
        status="ready"
        loadError={null}
        chosen={chosen}
        onChange={setChosen}
        error={undefined}
      />
      <output>{chosen.join(', ')}</output>
    </MantineProvider>
  );
}

afterEach(cleanup);

const group = () => screen.getByRole('group', { name: /^Estilos de dança/ });
const chips = () =>
  within(group())
    .getAllByRole('checkbox')
    .map((box) => box.closest('label')?.textContent);
const sheet = async (button: string) => {
  fireEvent.click(within(group()).getByRole('button', { name: button }));
  return screen.findByRole('dialog', { name: 'Estilos de dança' });
};

it('offers the popular styles and the chosen ones, and one that is taken off stays in reach', () => {
  render(<Field start={['Bolero']} />);
  expect(chips()).toEqual(['Forró', 'Zouk', 'Samba de Gafieira', 'Salsa', 'Bachata', 'Tango', 'Bolero']);
  fireEvent.click(screen.getByLabelText('Bolero'));
  expect(chips()).toContain('Bolero');
  expect(screen.getByText('Adicionar estilo')).toBeTruthy();
});

it('the sheet finds a style without accents; choosing applies at once', async () => {
  render(<Field />);
  const dialog = await sheet('Adicionar estilo');
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(NAMES.length);
  fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'axe' } });
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(1);
  fireEvent.click(within(dialog).getByLabelText('Axé'));
  expect(chips()).toContain('Axé');
  fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'kpop' } });
  expect(within(dialog).getByText('Nenhum estilo encontrado.')).toBeTruthy();
});

it('matching ignores case, accents and spaces', () => {
  expect(matchStyles(NAMES, 'SAMBADE')).toEqual(['Samba de Gafieira']);
  expect(matchStyles(NAMES, ' ')).toEqual(NAMES);
});
