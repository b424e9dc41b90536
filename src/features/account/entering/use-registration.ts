import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Identity } from '@/auth/identity';
import type { KnownRegistration, RegisterOutcome, ResumeOutcome } from '@/auth/outcomes';
import { register, resumeRegistration } from '@/auth/session/session';
import { holdBusy } from '@/lib/busy';
import { foldEmail, foldName } from '@/lib/typed-text';
import { useSyncStatus } from '@/reads/sync-status';
import { type CityItem, resolveCity } from '@/ui/city/city-search';
import { prepareToasts, showToast } from '@/ui/toast';
import { BRAZIL, fromWhatsapp, toWhatsapp } from '../fields/phone-number';
import { COMMITMENT, PROFILE, REGISTER, registerText } from '../messages';
import {
  type FieldErrors,
  type RegisterField,
  type RegisterValues,
  TOAST_ORDER,
  validateRegister,
} from '../validation';
import {
  dropRegistrationDraft,
  type RegistrationDraft,
  readRegistrationDraft,
  saveRegistrationDraft,
} from './registration-draft';

const EMPTY: RegistrationDraft = {
  role: 'student',
  name: '',
  email: '',
  cityId: null,
  cityName: null,
  countryCode: BRAZIL,
  phone: '',
  styles: [],
  termsAccepted: false,
};

/** Which field of the form each value belongs to. */
const FIELD_OF: Partial<Record<keyof RegisterValues, RegisterField>> = {
  name: 'name',
  email: 'email',
  password: 'password',
  cityId: 'city',
  cityName: 'city',
  countryCode: 'phone',
  phone: 'phone',
  styles: 'styles',
  termsAccepted: 'terms',
};

export interface RegistrationStart {
  /** The role of the address; the draft's otherwise. */
  role: 'student' | 'teacher' | null;
  /** Of an account that has no profile yet: its registration is being completed. */
  resuming: { identity: Identity; known: KnownRegistration | null } | null;
}

interface RegistrationOptions extends RegistrationStart {
  cities: readonly CityItem[];
  onBusy(busy: boolean): void;
  onDone(identity: Identity): void;
  onAwaiting(email: string): void;
  /** Moves the focus to a field. */
  focus(field: RegisterField): void;
}

/** State and actions of the registration form. */
export function useRegistration(options: RegistrationOptions) {
  const { cities, resuming, onBusy, onDone, onAwaiting, focus } = options;
  const [typed, setTyped] = useState<RegisterValues>(() => startValues(options));
  const [touched, setTouched] = useState(false);
  const [errors, setErrors] = useState<FieldErrors<RegisterField>>({});
  const [failure, setFailure] = useState<RegisterOutcome['kind'] | ResumeOutcome['kind'] | null>(null);
  const [failureText, setFailureText] = useState('');
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const working = useRef(false);
  const offline = useSyncStatus(({ connection }) => connection === 'offline');

  // A draft may come from an older list, where the city had another id.
  const city = resolveCity(cities, typed.cityId, typed.cityId === null ? null : typed.cityName);
  const values: RegisterValues = cities.length > 0 ? { ...typed, cityId: city?.id ?? null } : typed;
  const check = (next: RegisterValues) => validateRegister(next, resuming !== null);

  useEffect(() => {
    if (!touched) return undefined;
    prepareToasts();
    return holdBusy();
  }, [touched]);

  const change = (part: Partial<RegisterValues>) => {
    const next = { ...values, ...part };
    setTyped(next);
    setTouched(true);
    setFailure(null);
    saveRegistrationDraft(next);
    // Fields marked wrong are checked again while they are corrected; new errors wait for the next try.
    const now = check(next);
    setErrors((before) => {
      const left = { ...before };
      for (const key of Object.keys(part)) {
        const field = FIELD_OF[key as keyof RegisterValues];
        if (!field || left[field] === undefined) continue;
        const message = now[field];
        if (message === undefined) delete left[field];
        else left[field] = message;
      }
      return left;
    });
  };

  const judge = (field: RegisterField) => {
    const message = check(values)[field];
    if (message !== undefined) setErrors((before) => ({ ...before, [field]: message }));
  };

  const submit = () => {
    if (working.current) return;
    const found = check(values);
    setErrors(found);
    const first = TOAST_ORDER.find((field) => found[field] !== undefined);
    if (first !== undefined) {
      void showToast({ title: found[first] ?? '', variant: 'destructive', id: 'account' });
      return focus(first);
    }
    if (found.phone !== undefined) return focus('phone');
    return setAsking(true);
  };

  // Not before the dialog is gone and the fields take input again, whenever that is drawn.
  const [wrong, setWrong] = useState<{ field: RegisterField } | null>(null);
  const focusWrong = useEffectEvent(focus);
  useEffect(() => {
    if (wrong) focusWrong(wrong.field);
  }, [wrong]);

  const disagree = () => {
    setAsking(false);
    void showToast({ title: COMMITMENT.refusedTitle, description: COMMITMENT.refusedDescription });
  };

  const agree = async () => {
    if (working.current) return;
    working.current = true;
    setBusy(true);
    onBusy(true);
    const input = {
      role: values.role,
      name: foldName(values.name),
      cityId: values.cityId,
      whatsapp: toWhatsapp(values.phone, values.countryCode),
      selectedStyles: values.role === 'teacher' ? values.styles : [],
      termsAccepted: values.termsAccepted,
    };
    const outcome = resuming
      ? await resumeRegistration(input)
      : await register({ ...input, email: foldEmail(values.email), password: values.password });
    setAsking(false);
    if (outcome.kind === 'ok') {
      dropRegistrationDraft();
      setTouched(false);
      void showToast({ title: REGISTER.success });
      return onDone(outcome.identity);
    }
    working.current = false;
    setBusy(false);
    onBusy(false);
    if (outcome.kind === 'confirm-email') {
      setTouched(false);
      return onAwaiting(foldEmail(values.email));
    }
    const title = outcome.kind === 'signed-out' ? PROFILE.signedOut : registerText(outcome);
    void showToast({ title, variant: 'destructive', id: 'account' });
    setFailure(outcome.kind);
    setFailureText(title);
    const field = { 'email-taken': 'email', 'invalid-email': 'email', 'weak-password': 'password' }[
      outcome.kind as string
    ] as RegisterField | undefined;
    if (field) {
      setErrors((before) => ({ ...before, [field]: title }));
      setWrong({ field });
    }
    return undefined;
  };

  return {
    values,
    errors,
    failure,
    failureText,
    asking,
    busy,
    offline,
    change,
    judge,
    submit,
    agree,
    disagree,
    close: () => setAsking(false),
  };
}

function startValues({ role, resuming }: RegistrationStart): RegisterValues {
  const draft = readRegistrationDraft();
  const known = resuming?.known ?? null;
  const phone = fromWhatsapp(known?.whatsapp ?? null);
  const start = { ...EMPTY, ...draft, password: '' };
  if (!resuming) return { ...start, role: role ?? start.role };
  const fixed = resuming.identity.role;
  return {
    ...start,
    email: resuming.identity.email,
    role: fixed === 'teacher' || fixed === 'student' ? fixed : (known?.role ?? start.role),
    name: known?.name ?? (start.name || resuming.identity.name),
    cityId: known?.cityId ?? start.cityId,
    ...(known?.whatsapp ? { countryCode: phone.country, phone: phone.digits } : {}),
    styles: known && known.selectedStyles.length > 0 ? known.selectedStyles : start.styles,
  };
}
