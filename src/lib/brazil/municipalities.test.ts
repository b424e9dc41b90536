// @vitest-environment node
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { FILE, fileOf, municipalities } from '../../../scripts/municipalities';
import { kilometresBetween, municipalitiesNamed, parseMunicipalities } from './municipalities';

const text = readFileSync(FILE, 'utf8');
const all = parseMunicipalities(text);
const named = (name: string) => {
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};
const found = (typed: string, areaCode: number | null = null) =>
  municipalitiesNamed(all, typed, areaCode, 5).map(({ name }) => name);

it('the file is what the package says, complete, and small', () => {
  expect(text).toBe(fileOf(municipalities()));
  expect(all).toHaveLength(5571);
  expect(all.map(({ name, state, areaCode, zone }) => [name, state, areaCode, zone])).toEqual(
    municipalities().map(({ label, state, areaCode, zone }) => [label, state, areaCode, zone]),
  );
  for (const [at, { latitude, longitude }] of municipalities().entries()) {
    expect(Math.abs((all[at]?.latitude ?? 0) - latitude)).toBeLessThanOrEqual(0.0051);
    expect(Math.abs((all[at]?.longitude ?? 0) - longitude)).toBeLessThanOrEqual(0.0051);
  }
  expect([brotliCompressSync(text).length < 70_000, gzipSync(text).length < 70_000]).toEqual([true, true]);
});

it('a city is found without accents, spaces and case; names that begin with the text come first', () => {
  expect(found('SAO PAU')[0]).toBe('São Paulo');
  expect(found('niteroi')).toEqual(['Niterói']);
  expect(found('olinda')[0]).toBe('Olinda');
  expect(found('xyzxyz')).toEqual([]);
});

it('of those that fit as well, those of the area code come first', () => {
  expect(found('bom jesus')[0]).toBe('Bom Jesus, PB');
  expect(found('bom jesus', 54)[0]).toBe('Bom Jesus, RS');
});

it('a city has its own time zone, not that of most of its state', () => {
  expect(named('Rio Branco').zone).toBe('America/Rio_Branco');
  expect(named('Manaus').zone).toBe('America/Porto_Velho');
  expect(named('Tabatinga, AM').zone).toBe('America/Rio_Branco');
  expect(named('Fernando de Noronha').zone).toBe('America/Noronha');
  expect(named('Recife').zone).toBe('America/Sao_Paulo');
});

it('a distance is that of the map', () => {
  expect(kilometresBetween(named('Recife'), named('Olinda'))).toBeCloseTo(5.5, 0);
  expect(Math.round(kilometresBetween(named('São Paulo'), named('Rio de Janeiro')) / 10)).toBe(36);
  expect(kilometresBetween(named('Vitória'), named('Vitória'))).toBe(0);
});

it('a cut file is refused', () => {
  expect(() => parseMunicipalities(text.replace('Recife;', ''))).toThrow('differ in length');
});
