/**
 * Draft of the registration form, so that a reload or a dead battery loses nothing. Never holds the password. Deleted
 * after a week, when the registration is complete and at every sign-out.
 */

import { DRAFT_KEY } from '@/auth/leaving/forget';
import { fieldsOf, stored, textsOf } from '@/lib/stored';

export interface RegistrationDraft {
  role: 'student' | 'teacher';
  name: string;
  email: string;
  cityId: string | null;
  /** Finds the city again when its id in the list has changed. */
  cityName: string | null;
  countryCode: string;
  phone: string;
  styles: string[];
  termsAccepted: boolean;
}

/** The lifetime is a week, in milliseconds. */
const kept = stored(DRAFT_KEY, read, { lifetime: 7 * 24 * 60 * 60_000 });

export const readRegistrationDraft = (): RegistrationDraft | null => kept.read();

export function saveRegistrationDraft(draft: RegistrationDraft): void {
  // Fields are picked one by one, because the form's values may hold more, such as the password.
  const { role, name, email, cityId, cityName, countryCode, phone, styles, termsAccepted } = draft;
  kept.write({ role, name, email, cityId, cityName, countryCode, phone, styles, termsAccepted });
}

export function dropRegistrationDraft(): void {
  kept.write(null);
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
