import { readFileSync } from 'node:fs';
import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { parseMunicipalities } from '@/lib/brazil/municipalities';
import { useTeacherZone } from './use-city-zone';

const { all } = vi.hoisted(() => ({ all: { list: null as unknown } }));
vi.mock('@/lib/brazil/use-municipalities', () => ({
  useMunicipalities: (wanted: boolean) => (wanted ? all.list : null),
}));
vi.mock('./use-catalog', () => ({
  useCatalog: () => ({
    index: { byId: (id: string) => (id === 'unlisted' ? null : { cityId: id }) },
    cities: new Map(
      ['Rio Branco', 'Manaus', 'Fernando de Noronha', 'Vitória', 'Vila Inventada'].map((name) => [
        name,
        [name, name, true],
      ]),
    ),
  }),
}));

const zoneOf = (teacher: string, wanted = true) =>
  renderHook(() => useTeacherZone(teacher, wanted)).result.current;

it('is that of the city that the teacher lives in, and unknown without the list or the city', () => {
  expect(zoneOf('Rio Branco')).toBeNull();
  all.list = parseMunicipalities(readFileSync('src/lib/brazil/municipalities.txt', 'utf8'));
  expect(zoneOf('Rio Branco')).toBe('America/Rio_Branco');
  expect(zoneOf('Manaus')).toBe('America/Porto_Velho');
  expect(zoneOf('Fernando de Noronha')).toBe('America/Noronha');
  expect(zoneOf('Vitória')).toBe('America/Sao_Paulo');
  expect(zoneOf('Vila Inventada')).toBeNull();
  expect(zoneOf('unlisted')).toBeNull();
  expect(zoneOf('Vitória', false)).toBeNull();
});
