/** What every page knows of installing: small, since it has to listen before anything else of it is loaded. */
import { createStore } from 'zustand/vanilla';

/** Chromium's event, which TypeScript does not know. */
export interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

interface InstallState {
  /** The browser's own question, held until the right moment. */
  prompt: InstallPromptEvent | null;
  /** The page runs as the installed app, or this browser has installed it. */
  installed: boolean;
  /** How many screens this document has shown. */
  screens: number;
  /** 'invitation': at the right moment. 'wanted': somebody asked for it. */
  shown: 'nothing' | 'invitation' | 'wanted';
}

export const installState = createStore<InstallState>()(() => ({
  prompt: null,
  installed: false,
  screens: 0,
  shown: 'nothing',
}));

/** How an installed app's window is displayed. */
const INSTALLED = ['standalone', 'minimal-ui', 'fullscreen', 'window-controls-overlay'];

function runsInstalled(): boolean {
  // Safari's own word, from before it knew the display mode.
  if ((navigator as { standalone?: boolean }).standalone === true) return true;
  return INSTALLED.some((mode) => window.matchMedia(`(display-mode: ${mode})`).matches);
}

/** To be called as early as possible: Chromium offers its question once per page. */
export function watchInstalling(): void {
  installState.setState({ installed: runsInstalled() });
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    // Offered only where the app is not installed, so it has been removed if it ever was.
    installState.setState({ prompt: event as InstallPromptEvent, installed: runsInstalled() });
  });
  addEventListener('appinstalled', () =>
    installState.setState({ prompt: null, installed: true, shown: 'nothing' }),
  );
}

/** Somebody wants the app now. */
export function wantInstall(): void {
  installState.setState({ shown: 'wanted' });
}
