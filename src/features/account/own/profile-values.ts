/** Converts the profile to form values (texts instead of nulls) and edited values back to changes. */

import {
  FIELD_NAMES,
  type FieldKind,
  type FieldName,
  type HeldFields,
  PROFILE_FIELDS,
  type TypedFields,
} from '@/db/rows/profile-fields';
import { sendable } from '@/lib/sent-text';
import { foldName, textError } from '@/lib/typed-text';
import type { FormErrors } from '@/lib/use-form';
import { fromWhatsapp, phoneError, toWhatsapp } from '../fields/phone-number';
import { REGISTER } from '../messages';
import type { OwnProfile, ProfileChanges } from '../schema';
import { nameError } from '../validation';

export interface ProfileValues extends TypedFields {
  name: string;
  cityId: string;
  /** The text in the city field; only the id is saved. */
  cityText: string;
  phoneCountry: string;
  /** Digits without the country code. */
  phone: string;
  styleIds: string[];
}

export type ProfileField = keyof ProfileValues;
export type ProfileErrors = FormErrors<ProfileValues>;

/** The columns' limits. */
export const LIMITS = {
  name: 120,
  neighborhood: 120,
  instagram: 120,
  text: 2000,
  studentBio: 1000,
  favouriteSongs: 300,
  music: 300,
} as const;

const FIRST_YEAR = 1930;

export function valuesOf(profile: OwnProfile, cityName: string): ProfileValues {
  const { name, cityId, whatsapp, styleIds, teacher, student } = profile;
  const held: Partial<HeldFields<FieldName>> = { ...teacher, ...student };
  const { country, digits } = fromWhatsapp(whatsapp);
  return {
    name,
    cityId: cityId ?? '',
    cityText: cityName,
    phoneCountry: country,
    phone: digits,
    styleIds,
    ...typedFields(held),
  };
}

const kindOf = (field: FieldName): FieldKind => PROFILE_FIELDS[field].kind;

const BLANK = { text: '', list: [], flag: false, year: '' } as const;

function typedFields(held: Partial<HeldFields<FieldName>>): TypedFields {
  return Object.fromEntries(
    FIELD_NAMES.map((field) => {
      const value = held[field] ?? BLANK[kindOf(field)];
      return [field, typeof value === 'number' ? String(value) : value];
    }),
  ) as TypedFields;
}

/** Whether two values of a field are equal; the order of a list does not matter. */
function sameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((item) => other.includes(item));
}

/** The fields of `edits` that differ from `base`. */
export function realEdits(base: ProfileValues, edits: Partial<ProfileValues>): Partial<ProfileValues> {
  const real = Object.entries(edits).filter(
    ([field, value]) => !sameValue(base[field as ProfileField], value),
  );
  return Object.fromEntries(real) as Partial<ProfileValues>;
}

const orNull = (text: string) => sendable(text) || null;

/** Extracts the handle from '@nome', 'nome' or a pasted address. */
export function instagramHandle(text: string): string {
  return text
    .trim()
    .replace(/^(https?:\/\/)?(www\.)?instagram\.com\//i, '')
    .replace(/^@/, '')
    .replace(/[/?#].*$/, '');
}

/** The changes to send for the `edited` fields. Call only with values that `checkProfile` accepts. */
export function changesOf(values: ProfileValues, edited: Partial<ProfileValues>): ProfileChanges {
  const has = (field: ProfileField) => edited[field] !== undefined;
  return {
    ...(has('name') && { name: foldName(values.name) }),
    ...(has('cityId') && { cityId: orNull(values.cityId) }),
    ...((has('phone') || (has('phoneCountry') && values.phone !== '')) && {
      whatsapp: toWhatsapp(values.phone, values.phoneCountry),
    }),
    ...(has('styleIds') && { styleIds: values.styleIds }),
    ...heldFields(values, FIELD_NAMES.filter(has)),
  };
}

/** Converts the fields that are not sent exactly as typed. */
const SENT: Partial<Record<FieldName, (text: string) => string>> = { instagram: instagramHandle };

function heldFields(values: TypedFields, fields: readonly FieldName[]): Partial<HeldFields<FieldName>> {
  return Object.fromEntries(
    fields.map((field) => {
      const value = values[field];
      if (typeof value !== 'string') return [field, value];
      return [field, kindOf(field) === 'year' ? yearOf(value) : orNull(SENT[field]?.(value) ?? value)];
    }),
  );
}

/** Null for a blank text, NaN for anything but a year. */
function yearOf(text: string): number | null {
  const typed = text.trim();
  return typed === '' ? null : /^\d{4}$/.test(typed) ? Number(typed) : Number.NaN;
}

function yearError(text: string): string | null {
  const year = yearOf(text);
  const now = new Date().getFullYear();
  return year === null || (year >= FIRST_YEAR && year <= now)
    ? null
    : `Digite um ano entre ${FIRST_YEAR} e ${now}`;
}

/** Extra checks of single fields, beside the check of their kind. */
const CHECKS: Partial<Record<FieldName, (values: ProfileValues, isTeacher: boolean) => string | null>> = {
  modalities: ({ modalities }, isTeacher) =>
    isTeacher && modalities.length === 0 ? 'Escolha pelo menos uma modalidade' : null,
  instagram: ({ instagram }) => {
    const handle = instagramHandle(instagram);
    return handle === '' || /^[A-Za-z0-9._]{1,30}$/.test(handle)
      ? null
      : 'Escreva só o nome do perfil, por exemplo @danca.com.ana';
  },
};

function fieldError(field: FieldName, values: ProfileValues, isTeacher: boolean): string | null {
  const own = CHECKS[field]?.(values, isTeacher);
  if (own !== undefined) return own;
  const value = values[field];
  if (typeof value !== 'string') return null;
  return kindOf(field) === 'year' ? yearError(value) : textError(value);
}

/** Error texts by field, in the order of the form. */
export function checkProfile(values: ProfileValues, role: OwnProfile['role']): ProfileErrors {
  const isTeacher = role === 'teacher';
  const checks: [ProfileField, string | null][] = [
    ['name', nameError(values.name)],
    ['cityId', values.cityId === '' && values.cityText.trim() !== '' ? REGISTER.city : null],
    ['phone', phoneError(values.phone, values.phoneCountry)],
    ['styleIds', isTeacher && values.styleIds.length === 0 ? REGISTER.styles : null],
    ...FIELD_NAMES.map((field): [ProfileField, string | null] => [
      field,
      fieldError(field, values, isTeacher),
    ]),
  ];
  return Object.fromEntries(checks.filter(([, message]) => message !== null)) as ProfileErrors;
}
