import { describe, expect, it } from 'vitest';
import { addressForText } from './hero-query';
import { filtersFromQuery } from './search-url';

const ask = (text: string) => {
  const address = addressForText(text, ['Forró', 'Samba de Gafieira'], ['São Paulo', 'Vitória']);
  const { name, style, city } = filtersFromQuery(address.slice('/search'.length));
  return { name, style, city };
};

describe('free text of the home search', () => {
  it.each([
    ['forro', { name: '', style: 'Forró', city: '' }],
    ['  SAO paulo ', { name: '', style: '', city: 'São Paulo' }],
    ['Samba de Gafieira em vitoria', { name: '', style: 'Samba de Gafieira', city: 'Vitória' }],
    ['Marina', { name: 'Marina', style: '', city: '' }],
    ['Marina em Vitória', { name: 'Marina', style: '', city: 'Vitória' }],
    ['For\u200bró em Vitória\ufeff', { name: '', style: 'Forró', city: 'Vitória' }],
    ['Forró em Marte', { name: 'Forró em Marte', style: '', city: '' }],
    ['', { name: '', style: '', city: '' }],
  ])('%j asks for %j', (text, filters) => {
    expect(ask(text)).toEqual(filters);
  });
});
