/** Parses a list of teachers to invite: name, e-mail or phone, city, styles. */
import { fold } from '@/lib/text';
import { foldEmail, foldName } from '@/lib/typed-text';
import type { NamedItem } from '@/reads/use-offered-names';
import { parseCsv } from '../table/csv';

/** The most lines of one file, as the server takes them. */
export const MOST_LINES = 500;

const HEADINGS: Record<string, readonly string[]> = {
  name: ['nome', 'name'],
  email: ['email', 'e-mail'],
  phone: ['telefone', 'whatsapp', 'celular', 'phone'],
  city: ['cidade', 'city'],
  styles: ['estilos', 'estilo', 'styles'],
};

/** An invitation as the server expects it. */
export interface InvitationEntry {
  name: string;
  email: string | null;
  phone: string | null;
  city_id: string | null;
  style_ids: string[];
}

export interface InvitationLine {
  /** Line number in the file; the heading is line 1. */
  line: number;
  name: string;
  /** Null when the line has a problem, which `problem` tells. */
  entry: InvitationEntry | null;
  problem: string | null;
}

export type InvitationFile = { kind: 'ok'; lines: InvitationLine[] } | { kind: 'unreadable'; text: string };

export interface Places {
  cities: readonly NamedItem[];
  styles: readonly NamedItem[];
}

export function readInvitations(file: string, places: Places): InvitationFile {
  const [heading, ...rows] = parseCsv(file);
  const columns = (heading ?? []).map((title) => {
    const known = fold(title);
    return Object.keys(HEADINGS).find((key) => HEADINGS[key]?.includes(known)) ?? null;
  });
  if (!columns.includes('name') || !(columns.includes('email') || columns.includes('phone'))) {
    return {
      kind: 'unreadable',
      text: 'A primeira linha do arquivo precisa ter: nome, email, telefone, cidade, estilos.',
    };
  }
  if (rows.length === 0)
    return { kind: 'unreadable', text: 'O arquivo não tem nenhuma linha além dos títulos.' };
  if (rows.length > MOST_LINES)
    return { kind: 'unreadable', text: `O arquivo tem mais de ${MOST_LINES} linhas.` };
  const seen = new Set<string>();
  return {
    kind: 'ok',
    lines: rows.map((cells, place) => {
      const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? '';
      const read = readEntry(
        { name: cell('name'), email: cell('email'), phone: cell('phone') },
        placesOf(cell('city'), cell('styles'), places),
      );
      const keys = [read.entry?.email, read.entry?.phone].filter((key) => typeof key === 'string');
      const isRepeated = keys.some((key) => seen.has(key));
      for (const key of keys) seen.add(key);
      const line = { line: place + 2, name: cell('name') };
      return isRepeated
        ? { ...line, entry: null, problem: 'outra linha já tem este e-mail ou telefone' }
        : { ...line, ...read };
    }),
  };
}

interface FoundPlaces {
  cityId: string | null;
  styleIds: string[];
  problems: string[];
}

/** City and styles by their names; styles are separated by '/', '|' or '+', or by ',' and ';' inside quotes. */
function placesOf(city: string, styles: string, places: Places): FoundPlaces {
  const idOf = (items: readonly NamedItem[], name: string) =>
    items.find((item) => fold(item.name) === fold(name))?.id ?? null;
  const cityId = city === '' ? null : idOf(places.cities, city);
  const names = styles
    .split(/[/|+,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const found = names.map((name) => ({ name, id: idOf(places.styles, name) }));
  return {
    cityId,
    styleIds: [...new Set(found.flatMap(({ id }) => (id === null ? [] : [id])))],
    problems: [
      ...(city !== '' && cityId === null ? [`cidade desconhecida: ${city}`] : []),
      ...found.filter(({ id }) => id === null).map(({ name }) => `estilo desconhecido: ${name}`),
    ],
  };
}

/** One invitation from typed texts; `problem` names everything that is wrong. */
export function readEntry(
  typed: { name: string; email: string; phone: string },
  { cityId, styleIds, problems }: FoundPlaces = { cityId: null, styleIds: [], problems: [] },
): { entry: InvitationEntry | null; problem: string | null } {
  const email = foldEmail(typed.email).toLowerCase();
  const phone = storedPhone(typed.phone);
  const wrong = [
    ...(nameError(typed.name) === null ? [] : ['nome inválido']),
    ...(email === '' && typed.phone.trim() === '' ? ['falta o e-mail ou o telefone'] : []),
    ...(email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email) ? ['e-mail inválido'] : []),
    ...(typed.phone.trim() !== '' && phone === null ? ['telefone inválido'] : []),
    ...problems,
  ];
  if (wrong.length > 0) return { entry: null, problem: wrong.join(', ') };
  const entry = {
    name: foldName(typed.name),
    email: email === '' ? null : email,
    phone,
    city_id: cityId,
    style_ids: styleIds,
  };
  return { entry, problem: null };
}

/** The registration takes letters and spaces only. */
export const nameError = (name: string): string | null =>
  /^[\p{L}\p{M}’ ]{2,100}$/u.test(foldName(name)) ? null : 'O nome tem só letras e espaços.';

/** '+5581999990000' from a mobile of Brazil or a number with '+' and its country; null for anything else. */
function storedPhone(typed: string): string | null {
  const digits = typed.replace(/\D/g, '');
  if (typed.trim().startsWith('+') && !digits.startsWith('55'))
    return /^\d{7,15}$/.test(digits) ? `+${digits}` : null;
  const [, national] = /^(?:55)?([1-9]\d9\d{8})$/.exec(digits) ?? [];
  return national === undefined ? null : `+55${national}`;
}
