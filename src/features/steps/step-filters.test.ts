import { expect, test } from 'vitest';
import type { Step } from './schema';
import { byStyle, filtersFromQuery, narrowed, OTHER_STYLES, queryOf } from './step-filters';

const step = (name: string, styleId: string, level: Step['level'] = 'iniciante'): Step => ({
  id: name,
  name,
  styleId,
  level,
  description: 'Um passo à frente, sem pressa',
  videoUrl: null,
});
const NAMES = new Map([
  ['z', 'Zouk'],
  ['f', 'Forró'],
]);
const GROUPS = byStyle(
  [step('Elástico', 'z'), step('Base', 'f'), step('Giro', 'f', 'avançado'), step('Solto', 'x')],
  NAMES,
);
const shown = (query: string) =>
  narrowed(GROUPS, filtersFromQuery(new URLSearchParams(query))).map(
    ({ style, steps }) => `${style}: ${steps.map(({ name }) => name).join(', ')}`,
  );

test('steps are grouped by style name, those of an unknown style last', () => {
  expect(shown('')).toEqual(['Forró: Base, Giro', 'Zouk: Elástico', `${OTHER_STYLES}: Solto`]);
});

test.each([
  ['estilo=forro', ['Forró: Base, Giro']],
  ['nivel=avancado', ['Forró: Giro']],
  ['nivel=mestre&estilo=Zouk', ['Zouk: Elástico']],
  ['busca=ELASTICO', ['Zouk: Elástico']],
  ['busca=pressa+giro', ['Forró: Giro']],
  ['busca=nada+disso', []],
])('%s shows %j', (query, expected) => {
  expect(shown(query)).toEqual(expected);
});

test('filters survive the way into the query and back', () => {
  const filters = { style: 'Samba de Gafieira', level: 'avançado', text: 'giro & puxada' } as const;
  expect(filtersFromQuery(new URLSearchParams(queryOf(filters)))).toEqual(filters);
  expect(queryOf({ style: '', level: '', text: '  ' })).toBe('');
});
