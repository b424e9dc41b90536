import { expect, it, test } from 'vitest';
import { landingInsteadOf, landingPaths, lessonsPath } from './places';

test.each([
  ['Forró', 'Vitória', '/forro/vitoria'],
  ['Samba', 'Rio de Janeiro', '/samba/rio-de-janeiro'],
  ['Samba de Gafieira', 'São Paulo', '/samba/sao-paulo'],
  ['Samba', 'São Paulo', '/aulas/samba/sao-paulo'],
  ['Forró', 'Curitiba', '/aulas/forro/curitiba'],
  ['Dança do Ventre', "Santa Bárbara d'Oeste", '/aulas/danca-do-ventre/santa-barbara-d-oeste'],
])('%s in %s is at %s', (style, city, path) => expect(lessonsPath(style, city)).toBe(path));

it('leads from /aulas to the landing page of the same place, and from nowhere else', () => {
  expect(landingInsteadOf('/aulas/forro/vitoria')).toBe('/forro/vitoria');
  for (const path of [
    ...landingPaths(),
    '/aulas',
    '/aulas/forro',
    '/aulas/forro/vitoria/x',
    '/aulas/samba/vitoria',
  ])
    expect(landingInsteadOf(path), path).toBeNull();
});
