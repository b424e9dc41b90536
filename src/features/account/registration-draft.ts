/**
 * What was typed into the registration form, so that a reload or a dead battery loses nothing. Never the password.
 * Kept for a week, dropped when the registration is complete and when anybody signs out.
 */

import { DRAFT_KEY } from '@/auth/forget';
import { fieldsOf, isNumber, readStored, textsOf } from '@/lib/stored';

export interface RegistrationDraft {
  role: 'student' | 'teacher';
  name: string;
  email: string;
  cityId: string | null;
  /** For finding the city again when the list has changed. */
  cityName: string | null;
  countryCode: string;
  phone: string;
  styles: string[];
  termsAccepted: boolean;
}

const KEPT = 7 * 24 * 60 * 60_000;

export function readRegistrationDraft(): RegistrationDraft | null {
  return readStored('localStorage', DRAFT_KEY, (value) => {
    const { savedAt, draft } = fieldsOf(value);
    return isNumber(savedAt) && Math.abs(Date.now() - savedAt) <= KEPT ? read(draft) : null;
  });
}

export function saveRegistrationDraft(draft: RegistrationDraft): void {
  try {
    // Field by field: whatever else a form's values hold stays out.
    const { role, name, email, cityId, cityName, countryCode, phone, styles, termsAccepted } = draft;
    const kept = { role, name, email, cityId, cityName, countryCode, phone, styles, termsAccepted };
    localStorage.setItem(DRAFT_KEY, JSON.stringify({ savedAt: Date.now(), draft: kept }));
  } catch {
    // A full or closed storage only means that a reload starts empty.
    return;
  }
}

export function dropRegistrationDraft(): void {
  try {
    localStorage.removeItem(DRAFT_KEY);
  } catch {
    return;
  }
}

function read(value: unknown): RegistrationDraft | null {
  if (!value || typeof value !== 'object') return null;
  const draft = fieldsOf(value);
  const text = (key: string) => (typeof draft[key] === 'string' ? (draft[key] as string) : '');
  const id = (key: string) => text(key) || null;
  return {
    role: draft.role === 'teacher' ? 'teacher' : 'student',
    name: text('name'),
    email: text('email'),
    cityId: id('cityId'),
    cityName: id('cityName'),
    countryCode: text('countryCode') || '55',
    phone: text('phone'),
    styles: textsOf(draft.styles),
    termsAccepted: draft.termsAccepted === true,
  };
}
