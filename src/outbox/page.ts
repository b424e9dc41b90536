/**
 * The outbox of a page, with its database: loaded by load.ts. Flushes at start, with a new connection, when the page
 * becomes visible, by a timer, on request, and after every write; registers a Background Sync for the case that no tab
 * is left.
 */
import { identityStore } from '@/auth/identity';
import { onRelease } from '@/auth/leaving/release';
import { accessFor } from '@/auth/session/refresh';
import { showOnIcon } from '@/lib/browser/app-badge';
import { mayBeOnline, serviceWorkers } from '@/lib/browser/navigator';
import { holdBusy } from '@/lib/busy';
import { connection } from '@/lib/connection';
import { pause } from '@/lib/idle';
import { withLock } from '@/lib/locks';
import { logger } from '@/lib/logger';
import { probe } from '@/lib/rest';
import { serverNow } from '@/lib/server-clock';
import { announceUnsent, announceWaiting } from './announce-waiting';
import { nextLook } from './backoff';
import { OUTBOX_NAME, type RawCommand } from './command';
import { comparable, type Epochs } from './epochs';
import { createFlusher, FLUSH_LOCK } from './flush';
import type { Access, FlushReason, FlushReport } from './flush-parts';
import { pendingFor, pendingStore, presentViewer } from './pending-store';
import { prune } from './prune';
import { readCommand } from './read-command';
import { checkReceipts } from './restored';
import { OutboxStore } from './store';
import { askForTerms } from './terms';
import { type Send, send } from './transport';
import { Watch } from './watch';

export const store = new OutboxStore(Date.now, OUTBOX_NAME, serverNow);

/** Sends, and reports to the app whether the server was reached. */
const sendAndReport: Send = async (request, signal) => {
  const answer = await send(request, signal);
  const gateway = answer.kind === 'answer' && answer.status >= 502 && answer.status <= 504;
  const reached = answer.kind === 'answer' && answer.body !== undefined && !gateway;
  connection.report(reached, request.path.replace('/rest/v1/', ''));
  return answer;
};

const forEver = new AbortController().signal;

const flusher = createFlusher({
  store,
  send: sendAndReport,
  accessFor: accessOf,
  now: Date.now,
  pause,
  random: Math.random,
  withLock: async (name, work) => {
    const done = await withLock(name, forEver, work);
    if (done === undefined) throw new Error('No lock');
    return done;
  },
  holdBusy,
  onUnsent: (commands, when) => void announceUnsent(commands, when, serverEpoch),
});

async function accessOf(userId: string, rejected?: string): Promise<Access> {
  const access = await accessFor(userId, rejected);
  if (access.kind === 'signed-out') return { kind: 'absent' };
  if (access.kind === 'network') return { kind: 'unreachable' };
  return { kind: 'ok', userId: access.session.userId, token: access.session.accessToken };
}

/** Milliseconds that a sign-out waits for the server to hear that nothing waits any more. */
const PARTING = 3_000;

/** Else the person's other phones would be told of writes that do not exist. Never rejects. */
export async function tellNothingWaits(userId: string): Promise<void> {
  const parted = new AbortController();
  await Promise.race([
    announceWaiting({ userId, waiting: 0, epoch: serverEpoch }),
    pause(PARTING, parted.signal),
  ]);
  parted.abort();
}

let timer: ReturnType<typeof setTimeout> | undefined;
let fruitless = 0;

/** `pressed`: the single command that a person wants sent. Rejects when the database does not work. */
export async function flushNow(reason: FlushReason, pressed?: string): Promise<void> {
  // A command that is not tried can still be edited, and its back-off does not grow. A press of the button always
  // tries.
  if (reason !== 'button' && !mayTry()) {
    // An attempt that the end of a page or the worker cut off would else read 'Enviando' until there is a network.
    if (reason === 'start' || reason === 'visible')
      await withLock(FLUSH_LOCK, forEver, () => store.recover());
    return;
  }
  let report: FlushReport;
  try {
    report = await flusher.flush(reason, pressed);
  } catch (error) {
    // A full disk may have room again later, and no event says when.
    lookAgain(true, Date.now());
    throw error;
  }
  lookAgain(report.left > 0 && report.sent === 0, report.nextDueAt);
  if (report.left > 0) await wakeWorkerLater();
}

/**
 * While the server is unreachable, the connection's probe asks it. The probe is paused in hidden pages; there the
 * outbox has to try, or an outage that the browser does not notice would never end.
 */
function mayTry(): boolean {
  const isBlind = document.visibilityState === 'hidden' && mayBeOnline();
  return connection.get() === 'online' || isBlind;
}

function lookAgain(isFruitless: boolean, nextDueAt: number | null): void {
  clearTimeout(timer);
  fruitless = isFruitless ? fruitless + 1 : 0;
  const wait = nextLook(nextDueAt, Date.now(), fruitless);
  if (wait !== null) timer = setTimeout(() => attempt('timer'), wait);
}

function attempt(reason: FlushReason): void {
  flushNow(reason).catch((error: unknown) => logger.warn('The outbox was not flushed', error));
}

/** Called after a write was stored: the screen shows it at once, before the database announces the change. */
export function afterWrite(command: RawCommand, reason: 'write' | 'change' = 'write'): void {
  watch?.tell();
  pendingStore.setState(({ commands }) => ({
    commands:
      commands &&
      [...commands.filter(({ seq }) => seq !== command.seq), readCommand(command)].sort(
        (a, b) => a.seq - b.seq,
      ),
  }));
  fruitless = 0;
  attempt(reason);
  void wakeWorkerLater();
}

/**
 * At sign-out receipts are deleted and unsent writes wait for the same person, including those written in another tab
 * since the question: 'descartar' has emptied the outbox before. Writes of a deleted account wait until the screen has
 * listed them (auth/gone.ts).
 */
const RECEIPTS_ONLY = { unsent: false };

let epochs: Epochs = {};
/** Of the rows on this phone. */
let serverEpoch: string | null = null;

/** Asks the server about commands that were acknowledged in an earlier epoch; see restored.ts. */
export function followEpochs(now: Epochs, userId: string | null, epoch: string | null): void {
  epochs = now;
  pendingStore.setState(({ commands }) => ({ commands: commands && comparable(commands, epochs) }));
  serverEpoch = epoch;
  if (epoch === null) return;
  checkReceipts(store, userId, epoch)
    .then((lost) => (lost > 0 ? flushNow('start') : undefined))
    .catch((error: unknown) => logger.info('Receipts were not checked', error));
}

let started = false;
let watch: Watch | null = null;

/** Starts once; later calls do nothing. */
export function startPage(): void {
  if (started) return;
  started = true;
  watch = new Watch(store, {
    next: (stored) => {
      const commands = stored.map(readCommand);
      pendingStore.setState({ commands: comparable(commands, epochs), failed: false });
      askForTerms(commands, () => attempt('start'));
      showOnIcon('unsent', pendingFor(commands, presentViewer()).length);
    },
    error: (error: unknown) => {
      logger.warn('The outbox cannot be read', error);
      pendingStore.setState({ failed: true });
    },
  });
  identityStore.subscribe(({ identity }, before) => {
    const { commands } = pendingStore.getState();
    showOnIcon('unsent', pendingFor(commands ?? [], presentViewer()).length);
    if (identity && identity.userId !== before.identity?.userId) attempt('start');
    // Accepting the terms is a person's wish to go on: the back-off is skipped.
    else if (before.identity?.termsDue && identity && !identity.termsDue) attempt('button');
  });
  connection.subscribe((now) => now === 'online' && attempt('online'));
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && attempt('visible'),
  );
  window.addEventListener('pageshow', ({ persisted }) => persisted && attempt('visible'));
  onRelease((userId) => store.forget(userId, RECEIPTS_ONLY));
  prune(store).catch((error: unknown) => logger.info('Old receipts were not deleted', error));
  // Pages that read nothing from the server set no other probe.
  connection.probeWith(probe);
  attempt('start');
}

interface SyncRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Asks the browser to wake the worker once there is a network. Only Chromium supports it; other browsers send from open
 * pages.
 */
export async function wakeWorkerLater(): Promise<void> {
  try {
    const registration = await serviceWorkers()?.getRegistration();
    await (registration as SyncRegistration | undefined)?.sync?.register(OUTBOX_NAME);
  } catch {
    // Permission denied, or no worker yet: open pages send instead.
    return;
  }
}
