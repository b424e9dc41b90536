import { expect, it } from 'vitest';
import type { NamedEntry } from '@/db/search/search-record';
import { others } from './use-every-city';

const place = (id: string, name: string) => ({
  id,
  name,
  folded: name,
  state: 'MG',
  latitude: 0,
  longitude: 0,
  areaCode: 31,
  zone: 'America/Sao_Paulo',
});
const FOUND = [
  place('ibge-1', 'Belo Horizonte'),
  place('ibge-2', 'Belo Vale'),
  place('ibge-3', 'Belo Oriente'),
];
const knows = (...entries: NamedEntry[]) => new Map(entries.map((entry) => [entry[0], entry]));

it('a city is listed once, whichever id the phone knows it by, and a closed one is not', () => {
  const listed = [{ id: 'own-1', name: 'Belo Horizonte' }];
  const known = knows(
    ['own-1', 'Belo Horizonte', true],
    ['own-2', 'Belo Vale', null],
    ['own-3', 'Belo Oriente', false],
  );
  expect(others(FOUND, listed, known)).toEqual([{ id: 'own-2', name: 'Belo Vale' }]);
});

it('on a first visit, which knows the open cities by the server’s answer alone, they are listed once too', () => {
  const listed = [{ id: 'own-1', name: 'Belo Horizonte' }];
  expect(others(FOUND, listed, knows()).map(({ name }) => name)).toEqual(['Belo Vale', 'Belo Oriente']);
});
