import { useStore } from 'zustand';
import { confirmationStore } from '@/auth/confirmation';
import { REGISTER } from '../messages';
import { FormNote } from './form-note';

/** Above the login form, for who came by a confirmation link and is not signed in by it. */
export function ConfirmationNote() {
  const note = useStore(confirmationStore, (state) => state.note);
  if (note === null) return null;
  return note === 'elsewhere' ? (
    <FormNote kind="success">{REGISTER.confirmedElsewhere}</FormNote>
  ) : (
    <FormNote kind="failure">{REGISTER.confirmFailedHere}</FormNote>
  );
}
