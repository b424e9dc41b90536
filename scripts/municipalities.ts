/**
 * Writes the municipalities of Brazil as phones read them (src/lib/brazil/municipalities.txt) and as the migration has
 * them, from the package 'municipios-brasil' (IBGE's facts, MIT).
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { capitais, municipios } from 'municipios-brasil/dados';
import { fold } from '../src/lib/text';

export const FILE = fileURLToPath(new URL('../src/lib/brazil/municipalities.txt', import.meta.url));

/** Time zones by the character that stands for them. */
export const ZONES = {
  S: 'America/Sao_Paulo',
  V: 'America/Porto_Velho',
  B: 'America/Rio_Branco',
  N: 'America/Noronha',
} as const;

export interface Municipality {
  /** Seven digits. */
  ibge: number;
  /** The name, with the state where a municipality of another state has the same and is no capital: 'Bom Jesus, PB'. */
  label: string;
  state: string;
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** Of telephone numbers. */
  areaCode: number;
  /** IANA. */
  zone: string;
}

/** In the order of their codes, which is by state. */
export function municipalities(): Municipality[] {
  const capitals = new Set(capitais.map(({ codigoIbge }) => codigoIbge));
  const named = new Map<string, number>();
  for (const { nome } of municipios) named.set(fold(nome), (named.get(fold(nome)) ?? 0) + 1);
  return [...municipios]
    .sort((a, b) => a.codigoIbge - b.codigoIbge)
    .map(({ codigoIbge, nome, uf, latitude, longitude, ddd, fusoHorario }) => ({
      ibge: codigoIbge,
      label: named.get(fold(nome)) === 1 || capitals.has(codigoIbge) ? nome : `${nome}, ${uf}`,
      state: uf,
      latitude,
      longitude,
      areaCode: ddd,
      zone: fusoHorario,
    }));
}

/** '5*3' for 5 three times. */
function inRuns(values: readonly (string | number)[]): string {
  const runs: { value: string | number; count: number }[] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.value === value) last.count++;
    else runs.push({ value, count: 1 });
  }
  return runs.map(({ value, count }) => (count === 1 ? value : `${value}*${count}`)).join(' ');
}

const steps = (values: readonly number[]) => values.map((value, at) => value - (values[at - 1] ?? 0));

/** A line for each column: labels, steps of the codes, steps of hundredths of a degree, area codes, states, time zones. */
export function fileOf(all: readonly Municipality[]): string {
  const hundredths = (degrees: number) => Math.round(degrees * 100);
  return [
    all.map(({ label }) => label).join(';'),
    steps(all.map(({ ibge }) => ibge)).join(' '),
    steps(all.map(({ latitude }) => hundredths(latitude))).join(' '),
    steps(all.map(({ longitude }) => hundredths(longitude))).join(' '),
    inRuns(all.map(({ areaCode }) => areaCode)),
    inRuns(all.map(({ state }) => state)),
    inRuns(all.map(({ zone }) => zone)),
    '',
  ].join('\n');
}

/** The lines of the migration's table: code, name, degrees, area code, zone. */
export function sqlLines(all: readonly Municipality[]): string {
  const mark = new Map(Object.entries(ZONES).map(([character, zone]) => [zone as string, character]));
  return all
    .map(({ ibge, label, latitude, longitude, areaCode, zone }) =>
      [ibge, label, latitude, longitude, areaCode, mark.get(zone)].join('|'),
    )
    .join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = municipalities();
  writeFileSync(FILE, fileOf(all));
  if (process.argv.includes('--sql')) process.stdout.write(`${sqlLines(all)}\n`);
}
