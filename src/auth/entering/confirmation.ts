/** The outcome of a confirmation link that did not sign in, shown by the login page. */
import { createStore } from 'zustand/vanilla';

/** The address is confirmed, but the registration began in another browser: the person signs in with the password. */
export interface ConfirmedElsewhere {
  kind: 'elsewhere';
  /** Of the account; null when its sign-up named none. */
  role: 'student' | 'teacher' | null;
  /** A request for lessons waits for the sign-in. */
  hasRequest: boolean;
}

/** 'failed': the link is unknown or did not work. */
export type ConfirmationNote = ConfirmedElsewhere | { kind: 'failed' } | null;

export const confirmationStore = createStore<{ note: ConfirmationNote }>()(() => ({ note: null }));
