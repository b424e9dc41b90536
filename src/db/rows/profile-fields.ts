/**
 * The fields of a profile, each once: the phone's rows, the form and its draft, the sent columns, the labels in 'Envios
 * pendentes' and 'Meus dados' and the public page are derived from this table. To add a field, begin here; see
 * CONTRIBUTING.
 */
export type FieldKind = 'text' | 'list' | 'flag' | 'year';

interface FieldSpec {
  /** The column in the tables, in `update_profile` and on the phone. */
  column: string;
  kind: FieldKind;
  /** The label on screens. */
  label: string;
  /** The role whose profile has the field. */
  of: 'teacher' | 'student' | 'both';
  /** The field is public, on the teacher's page. */
  listed?: true;
  /** A public section that only supporters of the project have. */
  enhanced?: true;
}

/** In the order of the form. */
export const PROFILE_FIELDS = {
  modalities: {
    column: 'modalidades_aula',
    kind: 'list',
    label: 'Modalidades',
    of: 'teacher',
    listed: true,
  },
  bio: { column: 'bio', kind: 'text', label: 'Sobre você', of: 'both', listed: true },
  interests: { column: 'interests', kind: 'list', label: 'Interesses', of: 'student' },
  dancingSince: { column: 'dancing_since', kind: 'year', label: 'Dança desde', of: 'student' },
  experience: { column: 'experience', kind: 'text', label: 'Experiência', of: 'both', listed: true },
  neighborhood: { column: 'neighborhood', kind: 'text', label: 'Bairro', of: 'teacher', listed: true },
  favouriteSongs: {
    column: 'favourite_songs',
    kind: 'text',
    label: 'Músicas preferidas',
    of: 'student',
  },
  instagram: { column: 'instagram', kind: 'text', label: 'Instagram', of: 'both', listed: true },
  story: {
    column: 'story',
    kind: 'text',
    label: 'Minha história na dança',
    of: 'teacher',
    listed: true,
    enhanced: true,
  },
  music: {
    column: 'music',
    kind: 'text',
    label: 'Músicas das aulas',
    of: 'teacher',
    listed: true,
    enhanced: true,
  },
  availability: {
    column: 'availability',
    kind: 'list',
    label: 'Horários de aula',
    of: 'teacher',
    listed: true,
  },
  lessonPlaces: {
    column: 'lesson_places',
    kind: 'list',
    label: 'Onde dá aulas',
    of: 'teacher',
    listed: true,
  },
  levels: { column: 'levels', kind: 'list', label: 'Níveis', of: 'teacher', listed: true },
  danceRoles: { column: 'dance_roles', kind: 'list', label: 'Papéis na dança', of: 'teacher', listed: true },
  acceptsCouples: {
    column: 'accepts_couples',
    kind: 'flag',
    label: 'Aulas para casais',
    of: 'teacher',
    listed: true,
  },
  isAccessible: {
    column: 'is_accessible',
    kind: 'flag',
    label: 'Lugar acessível',
    of: 'teacher',
    listed: true,
  },
  videos: { column: 'videos', kind: 'list', label: 'Vídeos', of: 'teacher', listed: true },
  photos: { column: 'photos', kind: 'list', label: 'Fotos de aulas', of: 'teacher', listed: true },
  isPublic: { column: 'is_public', kind: 'flag', label: 'Página pública', of: 'student' },
  isPaused: { column: 'is_paused', kind: 'flag', label: 'Pausa do perfil', of: 'teacher' },
} as const satisfies Record<string, FieldSpec>;

/** Fields of every account, each with a form field of its own. */
export const ACCOUNT_FIELDS = {
  name: { column: 'name', label: 'Nome' },
  whatsapp: { column: 'whatsapp', label: 'WhatsApp' },
  cityId: { column: 'city_id', label: 'Cidade' },
  imageUrl: { column: 'profile_image_url', label: 'Foto' },
  styleIds: { column: 'style_ids', label: 'Estilos de dança' },
} as const;

type Table = typeof PROFILE_FIELDS;
export type FieldName = keyof Table;
export type FieldOf<R extends 'teacher' | 'student'> = {
  [F in FieldName]: R extends Table[F]['of'] ? F : 'both' extends Table[F]['of'] ? F : never;
}[FieldName];
export type FieldOfKind<K extends FieldKind> = {
  [F in FieldName]: Table[F]['kind'] extends K ? F : never;
}[FieldName];
export type ListedField = { [F in FieldName]: Table[F] extends { listed: true } ? F : never }[FieldName];

/** A field's value in rows, screens and writes. */
interface Held {
  text: string | null;
  list: string[];
  flag: boolean;
  year: number | null;
}
/** A field's value in a form: texts instead of nulls and numbers. */
interface Typed {
  text: string;
  list: string[];
  flag: boolean;
  year: string;
}
export type HeldFields<F extends FieldName> = { [G in F]: Held[Table[G]['kind']] };
export type TypedFields<F extends FieldName = FieldName> = { [G in F]: Typed[Table[G]['kind']] };
export type FieldColumns<F extends FieldName> = {
  [G in F as Table[G]['column']]: Held[Table[G]['kind']] | null;
};

export const FIELD_NAMES = Object.keys(PROFILE_FIELDS) as FieldName[];
const SPECS: Record<FieldName, FieldSpec> = PROFILE_FIELDS;

export const fieldsOfRole = <R extends 'teacher' | 'student'>(role: R): FieldOf<R>[] =>
  FIELD_NAMES.filter((field) => ['both', role].includes(SPECS[field].of)) as FieldOf<R>[];

export const LISTED_FIELDS = FIELD_NAMES.filter((field) => SPECS[field].listed) as ListedField[];

export const isEnhanced = (field: FieldName): boolean => SPECS[field].enhanced === true;

export const mapFields = <T>(make: (spec: FieldSpec) => T): Record<FieldName, T> =>
  Object.fromEntries(FIELD_NAMES.map((field) => [field, make(SPECS[field])])) as Record<FieldName, T>;

const EMPTY: { [K in FieldKind]: Held[K] } = { text: null, list: [], flag: false, year: null };

/** These fields of a row, under the screens' names; a missing field gets the empty value of its kind. */
export function fieldsFrom<F extends FieldName>(
  row: Partial<FieldColumns<F>>,
  fields: readonly F[],
): HeldFields<F> {
  const columns = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    fields.map((field) => {
      const { column, kind } = SPECS[field];
      return [field, columns[column] || EMPTY[kind]];
    }),
  ) as HeldFields<F>;
}

/** Labels by column, for lists of changes and of stored data. */
export const COLUMN_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.values(ACCOUNT_FIELDS), ...Object.values(PROFILE_FIELDS)].map(({ column, label }) => [
    column,
    label,
  ]),
);
