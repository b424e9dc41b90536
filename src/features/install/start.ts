/** Waits for the right moment to offer the app: loaded after everything that people came for. */
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

/** Milliseconds that a screen is left to its reader first. */
const QUIET = 2_500;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Counts this visit, and from here on looks at every new screen and after every write. */
export function startInstall(): void {
  const { installed } = changeRecord((record) => seen(record, Date.now()));
  const { prompt } = installState.getState();
  // An app that was removed is offered again; until then what was installed from here stays so.
  if (installed && !prompt) installState.setState({ installed: true });
  noteInstalled();
  noteWrites();
  installState.subscribe((now, before) => {
    if (now.installed !== before.installed) noteInstalled();
    if (now.installed && !before.installed) void celebrate();
    if (now.screens !== before.screens || now.prompt !== before.prompt) considerSoon();
  });
  pendingStore.subscribe(() => noteWrites());
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    changeRecord((record) => seen(record, Date.now()));
    considerSoon();
  });
  considerSoon();
}

function noteInstalled(): void {
  const { installed } = installState.getState();
  if (readRecord().installed !== installed) changeRecord((record) => ({ ...record, installed }));
}

/** Receipts count too: whoever has sent something has a reason to come back. */
function noteWrites(): void {
  const { commands } = pendingStore.getState();
  if (!commands || commands.every(isOfThePhone)) return;
  if (!readRecord().wrote) changeRecord((record) => ({ ...record, wrote: true }));
  considerSoon();
}

function considerSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    consider().catch((error: unknown) => logger.warn('Not offered', error));
  }, QUIET);
}

async function consider(): Promise<void> {
  const { screens, shown: present, installed } = installState.getState();
  if (installed || present !== 'nothing' || document.hidden) return;
  const record = changeRecord((last) => seen(last, Date.now()));
  if (!mayAsk(record, Date.now(), screens)) return;
  // Nobody is sent into a browser's menus unasked.
  if (wayHere().kind === 'menu') return;
  if (isInTheWay() || (await isSomebodyBusy())) return;
  changeRecord((last) => shown(last, Date.now()));
  installState.setState({ shown: 'invitation' });
}

function celebrate(): Promise<void> {
  return showToast({
    title: 'Danceflix instalado',
    description: 'Agora ele abre pela tela do seu aparelho.',
  });
}
