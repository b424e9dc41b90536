/**
 * Validates the account forms, with the specification's exact texts (000 §5, §9). Written by hand, so that these pages
 * load no schema library.
 */
import { FALSE_NAME, isFalseName } from '@/lib/false-names';
import { foldEmail, foldName, hasOnlyLetters, isBlank, seenCharacters, textError } from '@/lib/typed-text';
import type { RegistrationDraft } from './entering/registration-draft';
import { PASSWORD_MINIMUM } from './fields/password-strength';
import { phoneError } from './fields/phone-number';
import { FORGOT, LOGIN, REGISTER, RESET } from './messages';

/** The columns' limits, and the 72 bytes that the server's password hash reads. */
export const LONGEST = { name: 120, email: 254, password: 72 } as const;

export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(foldEmail(text));
}

export type LoginField = 'email' | 'password';

/** `missing` is the text for an empty field, which differs between /login and /admin/login. */
export function validateLogin(
  values: { email: string; password: string },
  missing: string = LOGIN.missing,
): FieldErrors<LoginField> {
  const errors: FieldErrors<LoginField> = {};
  if (foldEmail(values.email) === '') errors.email = missing;
  if (values.password === '') errors.password = missing;
  if (errors.email || errors.password) return errors;
  if (!isEmail(values.email)) errors.email = LOGIN.email;
  if (values.password.length < PASSWORD_MINIMUM) errors.password = LOGIN.password;
  return errors;
}

export interface RegisterValues extends RegistrationDraft {
  password: string;
}

/** Named after the value that each field holds. */
export type RegisterField = 'name' | 'email' | 'password' | 'cityId' | 'phone' | 'styles' | 'termsAccepted';

/** The first wrong field in this order becomes the toast. The number's error shows beside its field only. */
export const TOAST_ORDER = [
  'name',
  'email',
  'password',
  'cityId',
  'styles',
  'termsAccepted',
] as const satisfies readonly RegisterField[];

/** `resuming`: the account exists already, so e-mail and password are not asked for. */
export function validateRegister(values: RegisterValues, resuming = false): FieldErrors<RegisterField> {
  const checks: [RegisterField, string | null][] = [
    ['name', nameError(values.name)],
    ['email', resuming ? null : emailError(values.email)],
    ['password', resuming || values.password.length >= PASSWORD_MINIMUM ? null : REGISTER.password],
    ['cityId', values.cityId === null ? REGISTER.city : null],
    ['phone', phoneError(values.phone, values.countryCode)],
    ['styles', values.role === 'teacher' && values.styles.length === 0 ? REGISTER.styles : null],
    ['termsAccepted', values.termsAccepted ? null : REGISTER.terms],
  ];
  const errors: FieldErrors<RegisterField> = {};
  for (const [field, message] of checks) if (message !== null) errors[field] = message;
  return errors;
}

export function nameError(name: string): string | null {
  if (isBlank(name)) return REGISTER.nameRequired;
  const folded = foldName(name);
  const unclean = textError(folded);
  if (unclean !== null) return unclean;
  if (seenCharacters(folded) < 3) return REGISTER.nameShort;
  if (!hasOnlyLetters(folded)) return REGISTER.nameLetters;
  return isFalseName(folded) ? FALSE_NAME : null;
}

export function emailError(email: string): string | null {
  if (foldEmail(email) === '') return REGISTER.emailRequired;
  return isEmail(email) ? null : REGISTER.email;
}

export function forgotError(email: string): string | null {
  if (foldEmail(email) === '') return FORGOT.required;
  return isEmail(email) ? null : FORGOT.email;
}

/** Error text beside the password confirmation; null while it is empty. */
export function confirmationError(password: string, confirmation: string): string | null {
  return confirmation !== '' && confirmation !== password ? RESET.mismatch : null;
}
