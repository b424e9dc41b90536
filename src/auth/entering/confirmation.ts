/** The outcome of a confirmation link that did not sign in, shown by the login page. */
import { createStore } from 'zustand/vanilla';

/**
 * 'elsewhere': the address is confirmed, but the registration began on another device. 'failed': the link is unknown or
 * did not work.
 */
export type ConfirmationNote = 'elsewhere' | 'failed' | null;

export const confirmationStore = createStore<{ note: ConfirmationNote }>()(() => ({ note: null }));
