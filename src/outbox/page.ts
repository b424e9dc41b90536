/**
 * The outbox of a page, with its database: loaded by entry.ts. Flushes at start, with a new connection, when the page
 * becomes visible, by a timer, when asked, and after every write; asks for a Background Sync for when no tab is left.
 */
import { liveQuery } from 'dexie';
import { identityStore } from '@/auth/identity';
import { accessFor } from '@/auth/refresh';
import { type Leaving, onRelease } from '@/auth/release';
import { showOnIcon } from '@/lib/app-badge';
import { holdBusy } from '@/lib/busy';
import { connection } from '@/lib/connection';
import { pause } from '@/lib/idle';
import { withLock } from '@/lib/locks';
import { logger } from '@/lib/logger';
import type { Send } from './answer';
import { wakeWorkerLater } from './background';
import type { StoredCommand } from './command';
import { comparable, type Epochs } from './epochs';
import { type Access, createFlusher, type FlushReason, type FlushReport } from './flush';
import { nextLook } from './next-look';
import { pendingFor, pendingStore, presentViewer } from './pending-store';
import { checkReceipts } from './restored';
import { OutboxStore } from './store';
import { send } from './transport';

export const store = new OutboxStore();

/** What requests tell about the connection is for everybody. */
const sendAndReport: Send = async (request, signal) => {
  const answer = await send(request, signal);
  const gateway = answer.kind === 'answer' && answer.status >= 502 && answer.status <= 504;
  connection.report(answer.kind === 'answer' && answer.body !== undefined && !gateway);
  return answer;
};

const flusher = createFlusher({
  store,
  send: sendAndReport,
  accessFor: accessOf,
  now: Date.now,
  pause,
  random: Math.random,
  withLock: async (name, work) => {
    const done = await withLock(name, new AbortController().signal, work);
    if (done === undefined) throw new Error('No lock');
    return done;
  },
  holdBusy,
});

async function accessOf(userId: string, rejected?: string): Promise<Access> {
  const access = await accessFor(userId, rejected);
  if (access.kind === 'signed-out') return { kind: 'absent' };
  if (access.kind === 'network') return { kind: 'unreachable' };
  return { kind: 'ok', userId: access.session.userId, token: access.session.accessToken };
}

let timer: ReturnType<typeof setTimeout> | undefined;
let fruitless = 0;

/** Rejects when the database does not work. */
export async function flushNow(reason: FlushReason): Promise<void> {
  // What is not even tried can still be edited. Browsers that err about the network are overruled by the button.
  if (navigator.onLine === false && reason !== 'button') return;
  let report: FlushReport;
  try {
    report = await flusher.flush(reason);
  } catch (error) {
    // A disk that is full has room again some day, and nobody says when.
    lookAgain(true, Date.now());
    throw error;
  }
  lookAgain(report.left > 0, report.nextDueAt);
  if (report.left > 0) await wakeWorkerLater();
}

function lookAgain(isLeft: boolean, nextDueAt: number | null): void {
  clearTimeout(timer);
  fruitless = isLeft ? fruitless + 1 : 0;
  const wait = nextLook(nextDueAt, Date.now(), fruitless);
  if (wait !== null) timer = setTimeout(() => attempt('timer'), wait);
}

function attempt(reason: FlushReason): void {
  flushNow(reason).catch((error: unknown) => logger.warn('Flushing', error));
}

/** For entry.ts: it was stored. The screen has it at once, before the database tells everybody. */
export function afterWrite(command: StoredCommand): void {
  pendingStore.setState(({ commands }) => ({
    commands:
      commands &&
      [...commands.filter(({ seq }) => seq !== command.seq), command].sort((a, b) => a.seq - b.seq),
  }));
  fruitless = 0;
  if (connection.get() === 'online') attempt('write');
  void wakeWorkerLater();
}

/**
 * With a sign-out the receipts go, and what was not sent waits for the same person, whatever was written in another tab
 * since the question: 'descartar' has emptied the outbox before. Only who is gone for good cannot come back for it.
 */
function dropsUnsent({ ended, keepUnsent }: Leaving): boolean {
  return ended === 'revoked' && !keepUnsent;
}

let epochs: Epochs = {};

/** What was acknowledged in an epoch that the server has left is asked about; see restored.ts. */
export function followEpochs(now: Epochs, userId: string | null, epoch: string | null): void {
  epochs = now;
  pendingStore.setState(({ commands }) => ({ commands: commands && comparable(commands, epochs) }));
  if (epoch === null) return;
  checkReceipts(store, userId, epoch)
    .then((lost) => (lost > 0 ? flushNow('start') : undefined))
    .catch((error: unknown) => logger.info('Receipts were not checked', error));
}

let started = false;

/** Starts once; later calls do nothing. */
export function startPage(): void {
  if (started) return;
  started = true;
  liveQuery(() => store.all()).subscribe({
    next: (commands) => {
      pendingStore.setState({ commands: comparable(commands, epochs), failed: false });
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
  });
  connection.subscribe((now) => now === 'online' && attempt('online'));
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && attempt('visible'),
  );
  window.addEventListener('pageshow', ({ persisted }) => persisted && attempt('visible'));
  onRelease((userId, leaving) => store.forget(userId, { unsent: dropsUnsent(leaving) }));
  store.prune().catch((error: unknown) => logger.info('Receipts stay', error));
  attempt('start');
}
