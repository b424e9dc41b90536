/** What became of a confirmation link that signed nobody in, for the login page to say. */
import { createStore } from 'zustand/vanilla';

/** 'elsewhere': the address is confirmed, the registration began on another device. 'failed': not known or not done. */
export type ConfirmationNote = 'elsewhere' | 'failed' | null;

export const confirmationStore = createStore<{ note: ConfirmationNote }>()(() => ({ note: null }));
