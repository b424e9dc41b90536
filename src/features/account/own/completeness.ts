/** Computes which parts a profile still lacks; both start pages use the same count. */
import type { OwnProfile } from '../schema';

export interface ProfilePart {
  id: 'picture' | 'city' | 'whatsapp' | 'styles' | 'bio' | 'experience' | 'neighborhood' | 'instagram';
  /** Instruction that begins with a verb. */
  todo: string;
}

export interface Completeness {
  done: number;
  total: number;
  /** Integer from 0 to 100; 100 only when nothing is missing. */
  percent: number;
  /** The most useful part comes first. */
  missing: ProfilePart[];
}

type Check = ProfilePart & { has: (profile: OwnProfile) => boolean };

const filled = (text: string | null | undefined) => (text ?? '').trim() !== '';

const PICTURE: Check = { id: 'picture', todo: 'Adicionar uma foto', has: (one) => filled(one.imageUrl) };
const CITY: Check = { id: 'city', todo: 'Informar sua cidade', has: (one) => filled(one.cityId) };
const WHATSAPP: Check = { id: 'whatsapp', todo: 'Informar seu WhatsApp', has: (one) => filled(one.whatsapp) };

const STUDENT: readonly Check[] = [
  CITY,
  { id: 'styles', todo: 'Escolher os estilos que você quer dançar', has: (one) => one.styleIds.length > 0 },
  WHATSAPP,
  PICTURE,
];

const TEACHER: readonly Check[] = [
  PICTURE,
  { id: 'bio', todo: 'Escrever sobre você e suas aulas', has: (one) => filled(one.teacher?.bio) },
  CITY,
  WHATSAPP,
  { id: 'styles', todo: 'Escolher os estilos que você ensina', has: (one) => one.styleIds.length > 0 },
  { id: 'experience', todo: 'Contar sua experiência', has: (one) => filled(one.teacher?.experience) },
  {
    id: 'neighborhood',
    todo: 'Informar o bairro das aulas',
    has: (one) => filled(one.teacher?.neighborhood),
  },
  { id: 'instagram', todo: 'Adicionar seu Instagram', has: (one) => filled(one.teacher?.instagram) },
];

export function completenessOf(profile: OwnProfile): Completeness {
  const checks = profile.role === 'teacher' ? TEACHER : STUDENT;
  const missing = checks.filter(({ has }) => !has(profile)).map(({ id, todo }) => ({ id, todo }));
  const done = checks.length - missing.length;
  return { done, total: checks.length, percent: Math.floor((done / checks.length) * 100), missing };
}
