import { useStore } from 'zustand';
import { confirmationStore } from '@/auth/entering/confirmation';
import { FormNote } from '../fields/form-note';
import { REGISTER } from '../messages';

/** Shown above the login form after a confirmation link that did not sign the user in. */
export function ConfirmationNote() {
  const note = useStore(confirmationStore, (state) => state.note);
  if (note === null) return null;
  return note === 'elsewhere' ? (
    <FormNote kind="success">{REGISTER.confirmedElsewhere}</FormNote>
  ) : (
    <FormNote kind="failure">{REGISTER.confirmFailedHere}</FormNote>
  );
}
