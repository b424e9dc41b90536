/**
 * Every municipality of Brazil, for fields of a city. One file (scripts/municipalities.ts), fetched when somebody types in
 * such a field; the service worker keeps it.
 */
import { fold } from '../text';
import address from './municipalities.txt?url';

export interface Municipality {
  /** Of the city in the database: made of IBGE's code, but for cities that are older than the list. */
  id: string;
  /** With the state where another has the same name and this one is no capital: 'Bom Jesus, PB'. */
  name: string;
  /** The folded name without spaces. */
  folded: string;
  /** 'PE' */
  state: string;
  /** Degrees, to the hundredth. */
  latitude: number;
  longitude: number;
  /** Of telephone numbers. */
  areaCode: number;
  /** IANA name of the time zone. */
  zone: string;
}

const EARTH_RADIUS_KM = 6371;

let loading: Promise<readonly Municipality[]> | null = null;

/** Rejects while the file can be had neither from the network nor from the worker; the next call asks again. */
export function loadMunicipalities(): Promise<readonly Municipality[]> {
  loading ??= readFile().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function readFile(): Promise<readonly Municipality[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The municipalities were answered with ${response.status}`);
  return parseMunicipalities(await response.text());
}

/** Reads the columns of the file. Throws when they do not have one length. */
export function parseMunicipalities(text: string): Municipality[] {
  const [labels = '', ...columns] = text.trimEnd().split('\n');
  const names = labels.split(';');
  const [codes = [], north = [], east = [], areaCodes = [], states = [], zones = []] = columns.map(valuesOf);
  if ([codes, north, east, areaCodes, states, zones].some(({ length }) => length !== names.length))
    throw new Error('The columns of the municipalities differ in length');
  let [code, latitude, longitude] = [0, 0, 0];
  return names.map((name, at) => {
    code += Number(codes[at]);
    latitude += Number(north[at]);
    longitude += Number(east[at]);
    return {
      id: `00000000-0000-4000-8000-00000${code}`,
      name,
      folded: compact(name),
      state: states[at] ?? '',
      latitude: latitude / 100,
      longitude: longitude / 100,
      areaCode: Number(areaCodes[at]),
      zone: zones[at] ?? '',
    };
  });
}

/** '5*3 7' → 5, 5, 5, 7 */
function valuesOf(column: string): string[] {
  return column.split(' ').flatMap((run) => {
    const [value = '', count = '1'] = run.split('*');
    return Array<string>(Number(count)).fill(value);
  });
}

const compact = (name: string) => fold(name).replaceAll(' ', '');

/**
 * The municipalities whose names contain the text, at most `most`. Names that begin with the text come first; among equal
 * ones those with this area code, then by name.
 */
export function municipalitiesNamed(
  all: readonly Municipality[],
  text: string,
  areaCode: number | null,
  most: number,
): Municipality[] {
  const wanted = compact(text);
  const farness = ({ folded, areaCode: own }: Municipality) =>
    (folded.startsWith(wanted) ? 0 : 2) + (own === areaCode ? 0 : 1);
  return all
    .filter(({ folded }) => folded.includes(wanted))
    .map((one) => ({ one, far: farness(one) }))
    .sort((a, b) => a.far - b.far || (a.one.folded < b.one.folded ? -1 : 1))
    .slice(0, most)
    .map(({ one }) => one);
}

type Place = Pick<Municipality, 'latitude' | 'longitude'>;

/** Kilometres between two places as the crow flies. */
export function kilometresBetween(one: Place, other: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      half(one.longitude, other.longitude);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(chord));
}
