import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Identity } from '@/auth/identity';
import type { KnownRegistration, RegisterOutcome, ResumeOutcome } from '@/auth/outcomes';
import { register, resumeRegistration } from '@/auth/session/session';
import { foldEmail, foldName } from '@/lib/typed-text';
import { useForm } from '@/lib/use-form';
import { useSyncStatus } from '@/reads/sync-status';
import { resolveItem } from '@/ui/name-field/name-choice';
import type { NamedItem } from '@/ui/name-field/name-search';
import { hideToast, prepareToasts, showToast } from '@/ui/toast';
import { sayWrong } from '../fields/form-note';
import { BRAZIL, fromWhatsapp, toWhatsapp } from '../fields/phone-number';
import { COMMITMENT, PROFILE, REGISTER, registerText } from '../messages';
import { type RegisterField, type RegisterValues, TOAST_ORDER, validateRegister } from '../validation';
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

export interface RegistrationStart {
  /** The role of the address; the draft's otherwise. */
  role: 'student' | 'teacher' | null;
  /** Of an account that has no profile yet: its registration is being completed. */
  resuming: { identity: Identity; known: KnownRegistration | null } | null;
  /** Of a person who came with an invitation to teach: its token, and what it fills in. */
  invited: { token: string; known: KnownRegistration | null } | null;
}

interface RegistrationOptions extends RegistrationStart {
  cities: readonly NamedItem[];
  onBusy(busy: boolean): void;
  onDone(identity: Identity): void;
  onAwaiting(email: string): void;
  /** The element of a field, to be focused. */
  fieldOf(field: RegisterField): HTMLElement | null | undefined;
}

type Failure = Exclude<RegisterOutcome | ResumeOutcome, { kind: 'ok' | 'confirm-email' }>['kind'];

/** Failures that concern one field. */
const FAILED_FIELD: Partial<Record<Failure, RegisterField>> = {
  'email-taken': 'email',
  'invalid-email': 'email',
  'weak-password': 'password',
};

/** State and actions of the registration form. */
export function useRegistration(options: RegistrationOptions) {
  const { cities, resuming, invited, onBusy, onDone, onAwaiting, fieldOf } = options;
  const [asking, setAsking] = useState(false);
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  // A draft may come from an older list, where the city had another id.
  const withCity = (typed: RegisterValues): RegisterValues => {
    const city = resolveItem(cities, typed.cityId, typed.cityId === null ? null : typed.cityName);
    return cities.length > 0 ? { ...typed, cityId: city?.id ?? null } : typed;
  };
  const form = useForm<RegisterValues, { kind: Failure; text: string }>({
    start: () => startValues(options),
    check: (typed) => validateRegister(withCity(typed), resuming !== null),
    onWrong: (found) => {
      const first = TOAST_ORDER.find((field) => found[field] !== undefined);
      if (first !== undefined) sayWrong(found[first]);
      return fieldOf(first ?? 'phone');
    },
    send: async (typed) => {
      onBusy(true);
      const outcome = await enter(withCity(typed), resuming !== null, invited?.token ?? null);
      // The fields take the focus again only when the dialog is gone.
      flushSync(() => setAsking(false));
      if (outcome.kind === 'ok') {
        dropRegistrationDraft();
        void showToast({ title: REGISTER.success });
        onDone(outcome.identity);
        return { sent: true, leaving: true };
      }
      onBusy(false);
      if (outcome.kind === 'confirm-email') {
        onAwaiting(foldEmail(typed.email));
        return { sent: true };
      }
      const text = outcome.kind === 'signed-out' ? PROFILE.signedOut : registerText(outcome);
      sayWrong(text);
      const field = FAILED_FIELD[outcome.kind];
      return {
        sent: false,
        outcome: { kind: outcome.kind, text },
        ...(field && { errors: { [field]: text } }),
      };
    },
  });

  const change = (part: Partial<RegisterValues>) => {
    prepareToasts();
    const next = { ...withCity(form.values), ...part };
    // The toast is about the first wrong field, and goes when that is right.
    const told = TOAST_ORDER.find((field) => form.errors[field] !== undefined);
    if (told !== undefined && validateRegister(next, resuming !== null)[told] === undefined) {
      void hideToast('account');
    }
    saveRegistrationDraft(next);
    form.change(part);
  };

  return {
    form: form.form,
    values: withCity(form.values),
    /** Id of a city that came without its name, of an invitation or of a sign-up elsewhere: the list is asked for it. */
    unlisted: form.values.cityName === null ? form.values.cityId : null,
    errors: form.errors,
    failure: form.outcome,
    asking,
    busy: form.sending,
    offline,
    change,
    judge: form.judge,
    /** Asks for the commitment, once everything is right. */
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (!form.sending && form.verify()) setAsking(true);
    },
    agree: () => form.submit(),
    disagree: () => {
      setAsking(false);
      void showToast({ title: COMMITMENT.refusedTitle, description: COMMITMENT.refusedDescription });
    },
    close: () => setAsking(false),
  };
}

function enter(
  values: RegisterValues,
  isResuming: boolean,
  invitation: string | null,
): Promise<RegisterOutcome | ResumeOutcome> {
  const input = {
    role: values.role,
    name: foldName(values.name),
    cityId: values.cityId,
    whatsapp: toWhatsapp(values.phone, values.countryCode),
    selectedStyles: values.role === 'teacher' ? values.styles : [],
    termsAccepted: values.termsAccepted,
    invitation,
  };
  return isResuming
    ? resumeRegistration(input)
    : register({ ...input, email: foldEmail(values.email), password: values.password });
}

function startValues({ role, resuming, invited }: RegistrationStart): RegisterValues {
  const draft = readRegistrationDraft();
  const known = resuming?.known ?? null;
  const phone = fromWhatsapp(known?.whatsapp ?? null);
  const start = { ...EMPTY, ...draft, password: '' };
  if (!resuming) {
    // A draft of this person comes before the invitation.
    const told = invited?.known ?? null;
    return {
      ...start,
      role: role ?? start.role,
      name: start.name || (told?.name ?? ''),
      cityId: start.cityId ?? told?.cityId ?? null,
      styles: start.styles.length > 0 ? start.styles : (told?.selectedStyles ?? []),
    };
  }
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
