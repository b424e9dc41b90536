/** The profile as its form holds it: texts instead of nulls, and back to what is to be changed. */

import { sendable } from '@/lib/text';
import { foldName, textError } from '@/lib/typed-text';
import { REGISTER } from '../messages';
import { fromWhatsapp, phoneError, toWhatsapp } from '../phone-number';
import type { OwnProfile, ProfileChanges } from '../schema';
import { nameError } from '../validation';

export interface ProfileValues {
  name: string;
  cityId: string;
  /** What stands in the city's field; only the id is saved. */
  cityText: string;
  phoneCountry: string;
  /** Digits without the country code. */
  phone: string;
  styleIds: string[];
  bio: string;
  experience: string;
  neighborhood: string;
  instagram: string;
  modalities: string[];
  isPaused: boolean;
  interests: string[];
  /** A year as it is typed. */
  dancingSince: string;
  isPublic: boolean;
  favouriteSongs: string;
  story: string;
  music: string;
}

export type ProfileField = keyof ProfileValues;
export type ProfileErrors = Partial<Record<ProfileField, string>>;

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
  const words = teacher ?? student;
  const { country, digits } = fromWhatsapp(whatsapp);
  return {
    name,
    cityId: cityId ?? '',
    cityText: cityName,
    phoneCountry: country,
    phone: digits,
    styleIds,
    bio: words?.bio ?? '',
    experience: words?.experience ?? '',
    neighborhood: teacher?.neighborhood ?? '',
    instagram: words?.instagram ?? '',
    modalities: teacher?.modalities ?? [],
    isPaused: teacher?.isPaused ?? false,
    interests: student?.interests ?? [],
    dancingSince: student?.dancingSince?.toString() ?? '',
    isPublic: student?.isPublic ?? false,
    favouriteSongs: student?.favouriteSongs ?? '',
    story: teacher?.story ?? '',
    music: teacher?.music ?? '',
  };
}

/** Whether two values of a field say the same; the order of a list says nothing. */
function sameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((item) => other.includes(item));
}

/** Of `edits`, what differs from `base`. */
export function realEdits(base: ProfileValues, edits: Partial<ProfileValues>): Partial<ProfileValues> {
  const real = Object.entries(edits).filter(
    ([field, value]) => !sameValue(base[field as ProfileField], value),
  );
  return Object.fromEntries(real) as Partial<ProfileValues>;
}

const orNull = (text: string) => sendable(text) || null;

/** The handle of '@nome', 'nome' or a pasted address. */
export function instagramHandle(text: string): string {
  return text
    .trim()
    .replace(/^(https?:\/\/)?(www\.)?instagram\.com\//i, '')
    .replace(/^@/, '')
    .replace(/[/?#].*$/, '');
}

/** What the server is told of `edited` fields; `checkProfile` has found nothing wrong with the values. */
export function changesOf(values: ProfileValues, edited: Partial<ProfileValues>): ProfileChanges {
  const has = (field: ProfileField) => edited[field] !== undefined;
  return {
    ...(has('name') && { name: foldName(values.name) }),
    ...(has('cityId') && { cityId: orNull(values.cityId) }),
    ...((has('phone') || (has('phoneCountry') && values.phone !== '')) && {
      whatsapp: toWhatsapp(values.phone, values.phoneCountry),
    }),
    ...(has('styleIds') && { styleIds: values.styleIds }),
    ...(has('bio') && { bio: orNull(values.bio) }),
    ...(has('experience') && { experience: orNull(values.experience) }),
    ...(has('neighborhood') && { neighborhood: orNull(values.neighborhood) }),
    ...(has('instagram') && { instagram: orNull(instagramHandle(values.instagram)) }),
    ...(has('modalities') && { modalities: values.modalities }),
    ...(has('isPaused') && { isPaused: values.isPaused }),
    ...(has('interests') && { interests: values.interests }),
    ...(has('dancingSince') && { dancingSince: yearOf(values.dancingSince) }),
    ...(has('isPublic') && { isPublic: values.isPublic }),
    ...(has('favouriteSongs') && { favouriteSongs: orNull(values.favouriteSongs) }),
    ...(has('story') && { story: orNull(values.story) }),
    ...(has('music') && { music: orNull(values.music) }),
  };
}

/** Null for a blank, NaN for what is no year. */
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

/** What is wrong, by field, in the order of the form. */
export function checkProfile(values: ProfileValues, role: OwnProfile['role']): ProfileErrors {
  const handle = instagramHandle(values.instagram);
  const isTeacher = role === 'teacher';
  const checks: [ProfileField, string | null][] = [
    ['name', nameError(values.name)],
    ['cityId', values.cityId === '' && values.cityText.trim() !== '' ? REGISTER.city : null],
    ['phone', phoneError(values.phone, values.phoneCountry)],
    ['styleIds', isTeacher && values.styleIds.length === 0 ? REGISTER.styles : null],
    ['dancingSince', yearError(values.dancingSince)],
    ['modalities', isTeacher && values.modalities.length === 0 ? 'Escolha pelo menos uma modalidade' : null],
    [
      'instagram',
      handle === '' || /^[A-Za-z0-9._]{1,30}$/.test(handle)
        ? null
        : 'Escreva só o nome do perfil, por exemplo @danca.com.ana',
    ],
    ...(['bio', 'experience', 'neighborhood', 'favouriteSongs'] as const).map(
      (field): [ProfileField, string | null] => [field, textError(values[field])],
    ),
  ];
  return Object.fromEntries(checks.filter(([, message]) => message !== null)) as ProfileErrors;
}
