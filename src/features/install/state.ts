/**
 * Install state that every page needs from the start. Kept small: it must listen before the rest of this feature is
 * loaded.
 */
import { createStore } from 'zustand/vanilla';
import { matchesMedia } from '@/lib/browser/media';
import { told } from '@/lib/browser/navigator';

/** Chromium's `beforeinstallprompt` event, which TypeScript does not declare. */
export interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

interface InstallState {
  /** The browser's install prompt, held until the right moment. */
  prompt: InstallPromptEvent | null;
  /** The page runs as the installed app, or this browser has installed the app. */
  installed: boolean;
  /** Number of screens that this document has shown. */
  screens: number;
  /** 'invitation': shown at the right moment. 'wanted': the user asked for it. */
  shown: 'nothing' | 'invitation' | 'wanted';
}

export const installState = createStore<InstallState>()(() => ({
  prompt: null,
  installed: false,
  screens: 0,
  shown: 'nothing',
}));

/** Display modes of an installed app's window. */
const INSTALLED = ['standalone', 'minimal-ui', 'fullscreen', 'window-controls-overlay'];

const runsInstalled = () =>
  told('standalone') === true || INSTALLED.some((mode) => matchesMedia(`(display-mode: ${mode})`));

/** Must be called as early as possible: Chromium fires the event once per page. */
export function watchInstalling(): void {
  installState.setState({ installed: runsInstalled() });
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    // Fired only where the app is not installed, so an earlier installation has been removed.
    installState.setState({ prompt: event as InstallPromptEvent, installed: runsInstalled() });
  });
  addEventListener('appinstalled', () =>
    installState.setState({ prompt: null, installed: true, shown: 'nothing' }),
  );
}

/** Opens the steps to install because the user asked for them. */
export function wantInstall(): void {
  installState.setState({ shown: 'wanted' });
}
