/** Waits for the right moment to offer the app. Loaded after everything else. */
import { isSomebodyBusy } from '@/lib/busy';
import { logger } from '@/lib/logger';
import { pendingStore } from '@/outbox/pending-store';
import { isOfThePhone } from '@/outbox/visibility';
import { showToast } from '@/ui/toast';
import { wayHere } from './here';
import { isInTheWay } from './in-the-way';
import { mayAsk, seen, shown } from './record';
import { changeRecord, readRecord } from './record-store';
import { installState } from './state';

/** Milliseconds that a new screen is left undisturbed. */
const QUIET = 2_500;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Counts this visit, then checks at every new screen and after every write. */
export function startInstall(): void {
  const { installed } = changeRecord((record) => seen(record, Date.now()));
  const { prompt } = installState.getState();
  // Chromium's prompt proves that the app is not installed (any more); without one the record decides.
  if (installed && !prompt) installState.setState({ installed: true });
  noteInstalled();
  noteWrites();
  installState.subscribe((now, before) => {
    if (now.installed !== before.installed) noteInstalled();
    if (now.installed && !before.installed) void confirmInstalled();
    if (now.screens !== before.screens || now.prompt !== before.prompt) inviteSoon();
  });
  pendingStore.subscribe(() => noteWrites());
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    changeRecord((record) => seen(record, Date.now()));
    inviteSoon();
  });
  inviteSoon();
}

function noteInstalled(): void {
  const { installed } = installState.getState();
  if (readRecord().installed !== installed) changeRecord((record) => ({ ...record, installed }));
}

/** Delivered writes count too: a user who has sent something has a reason to come back. */
function noteWrites(): void {
  const { commands } = pendingStore.getState();
  if (!commands || commands.every(isOfThePhone)) return;
  if (!readRecord().wrote) changeRecord((record) => ({ ...record, wrote: true }));
  inviteSoon();
}

function inviteSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    inviteIfAllowed().catch((error: unknown) =>
      logger.warn('The app could not be offered for installing', error),
    );
  }, QUIET);
}

async function inviteIfAllowed(): Promise<void> {
  const { screens, shown: present, installed } = installState.getState();
  if (installed || present !== 'nothing' || document.hidden) return;
  const record = changeRecord((last) => seen(last, Date.now()));
  if (!mayAsk(record, Date.now(), screens)) return;
  // Steps through a browser's menus are shown only on request.
  if (wayHere().kind === 'menu') return;
  if (isInTheWay() || (await isSomebodyBusy())) return;
  changeRecord((last) => shown(last, Date.now()));
  installState.setState({ shown: 'invitation' });
}

function confirmInstalled(): Promise<void> {
  return showToast({
    title: 'Danceflix instalado',
    description: 'Agora ele abre pela tela do seu aparelho.',
  });
}
