/**
 * A phone: its clock, locks, disk, signed-in person, and its tabs and worker, each of which can be
 * killed.
 */

import { MIRROR_KEY, MIRROR_STORE, withMirror } from '@/lib/token-mirror';
import type { Draft, RawCommand, Stored } from '@/outbox/command';
import { comparable, type Epochs } from '@/outbox/epochs';
import { createFlusher, type Flusher } from '@/outbox/flush';
import type { Access, FlushParts, FlushReason } from '@/outbox/flush-parts';
import { prune } from '@/outbox/prune';
import { QueueDatabase } from '@/outbox/queue-database';
import { checkReceipts } from '@/outbox/restored';
import { OutboxStore } from '@/outbox/store';
import type { Answer, Request } from '@/outbox/transport';
import { accessFromMirror } from '@/outbox/worker';
import { caughtUp, keyOf } from './outbox-screen';
import { idOf, type ProgramServer, type Row } from './outbox-server';

export interface InFlight {
  owner: Process;
  request: Request;
  answer(answer: Answer): void;
}

interface Timer {
  at: number;
  ring(): void;
}

const never = new Promise<never>(() => undefined);
let phones = 0;

export class Phone {
  session: { userId: string; token: string; expiresAt: number } | null = null;
  visitor = 'visitor-1';
  offline = false;
  readonly inFlight: InFlight[] = [];
  readonly replica = new Map<string, Row>();
  /** Epoch of the server when the replica was pulled. */
  epoch: string | undefined;
  readonly name: string;
  private readonly ever: Process[] = [];
  private readonly timers = new Set<Timer>();
  private readonly queue: { owner: Process; give(): void }[] = [];
  private uptime = 0;
  private wall = 1_800_000_000_000;
  private visitors = 1;
  working = 0;
  /** Counts every event: a phone at rest does not count on. */
  ticks = 0;

  constructor(readonly server: ProgramServer) {
    phones += 1;
    this.name = `outbox-${phones}`;
  }

  readonly now = () => this.wall;

  /** As if the phone had tried, and failed, for so long. */
  async ageFailures(ms: number): Promise<void> {
    const database = new QueueDatabase(this.name);
    await database.write(async (commands) => {
      for (const command of await commands.all()) {
        const { error } = command;
        if (error) await commands.patch(command, { error: { ...error, since: error.since - ms } });
      }
    });
    database.close();
  }

  /** As the commands' rows were counted on this phone. */
  epochsOf(commands: readonly RawCommand[]): Epochs {
    const { epoch } = this;
    return epoch === undefined ? {} : Object.fromEntries(commands.map(({ entity }) => [entity.table, epoch]));
  }

  open(kind: 'tab' | 'worker' = 'tab'): Process {
    const process = new Process(this, kind);
    this.ever.push(process);
    return process;
  }

  /** Lets time pass for clock and timers. */
  advance(ms: number): void {
    this.wall += ms;
    this.uptime += ms;
    for (const timer of [...this.timers]) {
      if (timer.at > this.uptime) continue;
      this.timers.delete(timer);
      timer.ring();
    }
  }

  /** Sets the clock; no time passes. */
  jump(ms: number): void {
    this.wall += ms;
  }

  pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = { at: this.uptime + ms, ring: resolve };
      this.timers.add(timer);
      signal.addEventListener('abort', () => {
        this.timers.delete(timer);
        resolve();
      });
    });
  }

  lock<T>(owner: Process, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const give = () => {
        work()
          .then(resolve, reject)
          .finally(() => this.unlock(owner));
      };
      this.queue.push({ owner, give });
      if (this.queue.length === 1) give();
    });
  }

  private unlock(owner: Process): void {
    if (this.queue[0]?.owner !== owner || owner.dead) return;
    this.queue.shift();
    this.queue[0]?.give();
  }

  /** Call after the last step: nothing may keep the databases open. */
  shut(): void {
    for (const process of this.ever) process.shut();
  }

  /** A killed process releases its locks and aborts its requests. */
  bury(dead: Process): void {
    const held = this.queue[0]?.owner === dead;
    this.queue.splice(0, this.queue.length, ...this.queue.filter(({ owner }) => owner !== dead));
    this.inFlight.splice(0, this.inFlight.length, ...this.inFlight.filter(({ owner }) => owner !== dead));
    if (held) this.queue[0]?.give();
  }

  async signIn(userId: string): Promise<string> {
    const { token, expiresAt } = this.server.issue(userId);
    this.session = { userId, token, expiresAt };
    await this.mirror();
    return token;
  }

  async signOut(): Promise<void> {
    this.session = null;
    this.visitors += 1;
    this.visitor = `visitor-${this.visitors}`;
    await this.mirror();
  }

  /** Expiry of the mirrored token, as far as the phone knows. */
  mirroredUntil = 0;

  async mirror(): Promise<void> {
    const { session } = this;
    await withMirror(async (db) => {
      if (!session) return db.clear(MIRROR_STORE);
      const { userId: sub, token: accessToken, expiresAt } = session;
      this.mirroredUntil = expiresAt;
      await db.put(MIRROR_STORE, { sub, accessToken, exp: Math.floor(expiresAt / 1000) }, MIRROR_KEY);
      // On a full disk the worker has no token.
    }).catch(() => undefined);
  }

  async accessFor(userId: string, rejected?: string): Promise<Access> {
    const { session } = this;
    if (session?.userId !== userId) return { kind: 'absent' };
    if (session.token !== rejected && session.expiresAt - this.wall > 60_000) {
      return { kind: 'ok', userId, token: session.token };
    }
    if (this.offline) return { kind: 'unreachable' };
    const token = await this.signIn(userId);
    return { kind: 'ok', userId, token };
  }

  /** Resolves when only answers and time are pending. */
  async rest(): Promise<void> {
    let still = 0;
    while (still < 3) {
      const before = this.ticks;
      await new Promise((resolve) => setImmediate(resolve));
      still = this.working === 0 && this.ticks === before ? still + 1 : 0;
    }
  }
}

/** A tab or the worker. A killed process stops between two awaits and never continues. */
export class Process {
  dead = false;
  private dieAfter = Number.POSITIVE_INFINITY;
  readonly store: OutboxStore;
  readonly shut: () => void;
  private readonly flusher: Flusher;

  constructor(
    readonly phone: Phone,
    readonly kind: 'tab' | 'worker',
  ) {
    const real = new OutboxStore(phone.now, phone.name);
    this.shut = () => {
      this.dead = true;
      real.close();
    };
    this.store = new Proxy(real, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) =>
          this.step(() => (value as (...all: unknown[]) => unknown).apply(target, args));
      },
    });
    const parts: FlushParts = {
      store: this.store,
      send: (request, signal) => this.send(request, signal),
      accessFor: (userId, rejected) =>
        this.step(() =>
          kind === 'tab' ? phone.accessFor(userId, rejected) : accessFromMirror(userId, rejected, phone.now),
        ),
      now: phone.now,
      pause: (ms, signal) => phone.pause(ms, signal),
      random: () => 0.5,
      withLock: (_name, work) => phone.lock(this, work),
    };
    this.flusher = createFlusher(parts);
  }

  /** Awaits one operation; the process may be killed before or right after it. */
  private async step<T>(work: () => T | Promise<T>): Promise<T> {
    this.count();
    if (this.dead) return never;
    this.phone.working += 1;
    try {
      return await work();
    } finally {
      this.phone.working -= 1;
      this.phone.ticks += 1;
      this.count();
      // biome-ignore lint/correctness/noUnsafeFinally: a dead process hears of nothing, errors neither
      if (this.dead) return never;
    }
  }

  private count(): void {
    this.dieAfter -= 1;
    if (this.dieAfter <= 0 && !this.dead) this.kill();
  }

  private send(request: Request, signal: AbortSignal): Promise<Answer> {
    const { phone } = this;
    this.count();
    if (this.dead) return never;
    if (phone.offline) return Promise.resolve({ kind: 'network' });
    this.watch(request);
    return new Promise((resolve) => {
      phone.ticks += 1;
      const call: InFlight = {
        owner: this,
        request: structuredClone(request),
        answer: (answer) => {
          const place = phone.inFlight.indexOf(call);
          // The requesting process may have been killed while the server was answering.
          if (place < 0) return;
          phone.inFlight.splice(place, 1);
          resolve(this.dead ? never : answer);
        },
      };
      phone.inFlight.push(call);
      signal.addEventListener('abort', () => {
        if (phone.inFlight.includes(call)) call.answer({ kind: 'timeout' });
      });
    });
  }

  /** Checks requests for forbidden properties. */
  private watch(request: Request): void {
    const { server, inFlight, now } = this.phone;
    if (inFlight.some((other) => idOf(other.request) === idOf(request))) {
      server.violations.push(`${idOf(request)} is under way twice`);
    }
    if (request.token && this.kind === 'worker' && this.phone.mirroredUntil - now() < 59_000) {
      server.violations.push('the worker used a token that is about to run out');
    }
  }

  /** Kills the process at the n-th await from now. */
  dieAt(awaits: number): void {
    this.dieAfter = awaits;
  }

  kill(): void {
    this.dead = true;
    this.phone.bury(this);
  }

  enqueue(draft: Draft): Promise<Stored> {
    return this.store.add(draft, draft.userId === null ? this.phone.visitor : null);
  }

  flush(reason: FlushReason): void {
    this.flusher.flush(reason).catch((error: unknown) => {
      // A full disk ends a round; any other error is a fault.
      if (!String(error).includes('Quota')) this.phone.server.violations.push(`flush: ${String(error)}`);
    });
  }

  /** Brings the replica up to date with the server. */
  async pull(): Promise<void> {
    const { server, replica } = this.phone;
    const { backup } = server;
    if (backup && backup.epoch !== this.phone.epoch) replica.clear();
    this.phone.epoch = backup?.epoch;
    for (const [key, row] of server.rows) replica.set(key, structuredClone(row));
    if (backup) {
      const userId = this.phone.session?.userId ?? null;
      const ask = async (ids: readonly string[]) => backup.known(ids, userId);
      // A full disk stores nothing; the next pull repeats the check.
      await checkReceipts(this.store, userId, backup.epoch, ask).catch((error: unknown) => {
        if (!String(error).includes('Quota')) server.violations.push(`receipts: ${String(error)}`);
      });
    }
    const commands = await this.store.all();
    const ids = comparable(commands, this.phone.epochsOf(commands)).flatMap((command) => {
      const version = replica.get(keyOf(command))?.version ?? 0;
      return caughtUp([command], version);
    });
    if (ids.length > 0) await this.store.settle(ids).catch(() => undefined);
    // As at every start of a page; a full disk deletes nothing.
    await prune(this.store, this.phone.now()).catch(() => undefined);
  }
}
