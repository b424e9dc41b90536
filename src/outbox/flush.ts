/**
 * Sending what is queued. One flusher over tabs and worker, by a Web Lock; in order for a row, independent rows side by
 * side. It knows neither the clock nor the network nor who is signed in: pages and worker bring theirs.
 */
import type { Answer, Send } from './answer';
import { backoff } from './backoff';
import {
  type Circumstances,
  classifyAnswer,
  complaintOf,
  failingSince,
  isObject,
  type Verdict,
} from './classify-error';
import type { Ack, CommandError, StoredCommand } from './command';
import { known } from './commands/kinds';
import { dueAmong, nextDueAt } from './due';
import { keysOf, ownKey } from './parking';
import type { OutboxStore } from './store';

export const FLUSH_LOCK = 'danceflix-outbox-flush';
/** Milliseconds after which a request counts as lost. */
export const REQUEST_PATIENCE = 20_000;
/** Requests under way at once: a phone's connection is narrow. */
const SIDE_BY_SIDE = 3;

export type FlushReason = 'start' | 'online' | 'visible' | 'timer' | 'button' | 'write' | 'background';

export type Access =
  | { kind: 'ok'; userId: string; token: string }
  /** This person is not here: the command stays locked. */
  | { kind: 'absent' }
  /** Here, but without a usable token for now. */
  | { kind: 'unreachable' };

export interface FlushParts {
  store: OutboxStore;
  send: Send;
  /** A token of this person; `rejected`: one that the server refused. */
  accessFor(userId: string, rejected?: string): Promise<Access>;
  now(): number;
  /** Resolves after so many milliseconds, or when aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  /** Runs `work` while holding the named lock. */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Called when sending begins; what it returns, when it ends. */
  holdBusy?(): () => void;
}

export interface FlushReport {
  /** Commands that could not be sent and whose persons are here. */
  left: number;
  /** When to look again; null when nothing waits. */
  nextDueAt: number | null;
}

export interface Flusher {
  /** Resolves when all that can be sent now has been; a call meanwhile joins the round under way. */
  flush(reason: FlushReason): Promise<FlushReport>;
}

/** Waiting times are for machines: a person's wish and a new connection end them. */
const EAGER: ReadonlySet<FlushReason> = new Set(['start', 'online', 'button', 'background']);

export function createFlusher(parts: FlushParts): Flusher {
  let round: Round | null = null;
  let running: Promise<FlushReport> | null = null;
  return {
    flush(reason) {
      if (round?.join(reason) && running) return running;
      const mine = new Round(parts, EAGER.has(reason));
      round = mine;
      const run = parts.withLock(FLUSH_LOCK, () => mine.run()).finally(() => mine.end());
      running = run;
      return run;
    },
  };
}

class Round {
  private readonly tried = new Set<string>();
  private readonly absent = new Set<string>();
  private readonly inFlight = new Map<string, Promise<void>>();
  private over = false;
  private poked = false;
  private poke: () => void = () => undefined;

  constructor(
    private readonly parts: FlushParts,
    private eager: boolean,
  ) {}

  /** Takes another call into this round; false when it is over. */
  join(reason: FlushReason): boolean {
    if (this.over) return false;
    if (EAGER.has(reason)) {
      this.eager = true;
      this.tried.clear();
      this.absent.clear();
    }
    this.poked = true;
    this.poke();
    return true;
  }

  /** Nobody joins what has failed. */
  end(): void {
    this.over = true;
  }

  async run(): Promise<FlushReport> {
    let free: (() => void) | undefined;
    try {
      await this.parts.store.recover();
      while (!this.over) {
        const poke = new Promise<void>((resolve) => {
          this.poke = resolve;
        });
        this.poked = false;
        const due = await this.due();
        if (due.length > 0) free ??= this.parts.holdBusy?.();
        for (const command of due) this.launch(command);
        if (this.inFlight.size > 0) await Promise.race([poke, ...this.inFlight.values()]);
        else if (!this.poked && due.length === 0) this.over = true;
      }
      return await this.report();
    } finally {
      this.over = true;
      free?.();
    }
  }

  private async due(): Promise<StoredCommand[]> {
    const commands = await this.parts.store.all();
    const { tried, eager } = this;
    const due = dueAmong(commands, { now: this.parts.now(), eager, tried });
    return due
      .filter(({ id, userId }) => !this.inFlight.has(id) && !(userId && this.absent.has(userId)))
      .slice(0, SIDE_BY_SIDE - this.inFlight.size);
  }

  private launch(command: StoredCommand): void {
    this.tried.add(command.id);
    const sending = this.deliver(command)
      // What was not written down is written down by the next one to take the lock.
      .catch((error: unknown) => console.warn('Sending', error instanceof Error ? error.name : error))
      .finally(() => this.inFlight.delete(command.id));
    this.inFlight.set(command.id, sending);
  }

  private async deliver({ id, userId }: StoredCommand): Promise<void> {
    let token: string | null = null;
    if (userId !== null) {
      const access = await this.parts.accessFor(userId);
      if (access.kind === 'absent' || (access.kind === 'ok' && access.userId !== userId)) {
        this.absent.add(userId);
        return;
      }
      // Nothing was sent, so nothing failed: it goes as soon as there is a token.
      if (access.kind === 'unreachable') return;
      token = access.token;
    }
    const command = await this.parts.store.claim(id);
    if (command) await this.attempt(command, token);
  }

  private async attempt(command: StoredCommand, token: string | null, refreshed = false): Promise<void> {
    const answer = await this.ask(command, token);
    const at = await this.circumstances(command, answer, refreshed);
    const verdict = classifyAnswer(answer, at);
    if (verdict.kind === 'refresh' && command.userId !== null) {
      const access = await this.parts.accessFor(command.userId, token ?? undefined);
      if (access.kind === 'ok' && access.userId === command.userId) {
        return this.attempt(command, access.token, true);
      }
      return this.note(command, answer, { kind: 'retry', why: 'token' }, at);
    }
    await this.note(command, answer, verdict, at);
  }

  private async ask(command: StoredCommand, token: string | null): Promise<Answer> {
    const found = known(command);
    if (!found) return { kind: 'network' };
    const { kind, command: current } = found;
    const path = kind.send?.path ?? `/rest/v1/rpc/${kind.procedure}`;
    const lost = new AbortController();
    const answered = new AbortController();
    const late = this.parts.pause(REQUEST_PATIENCE, answered.signal).then((): Answer => {
      lost.abort();
      return { kind: 'timeout' };
    });
    try {
      return await Promise.race([
        this.parts.send({ path, body: kind.args(current), token }, lost.signal),
        late,
      ]);
    } finally {
      answered.abort();
    }
  }

  private async circumstances(
    command: StoredCommand,
    answer: Answer,
    refreshed: boolean,
  ): Promise<Circumstances> {
    const all = await this.parts.store.all();
    const keys = keysOf(command);
    const others = all.filter(({ id, status }) => id !== command.id && status !== 'delivered');
    return {
      userId: command.userId,
      refreshed,
      parentQueued: others.some((other) => other.seq < command.seq && keys.includes(ownKey(other))),
      confirmed: confirms(command, answer),
      previous: command.error,
      now: this.parts.now(),
    };
  }

  private async note(
    command: StoredCommand,
    answer: Answer,
    verdict: Verdict,
    at: Circumstances,
  ): Promise<void> {
    const { store, random, now } = this.parts;
    if (verdict.kind === 'delivered') return store.deliver(command.id, ackOf(answer, at.now));
    const why = verdict.kind === 'retry' ? verdict.why : verdict.kind;
    const error: CommandError = { why, ...complaintOf(answer), since: failingSince(answer, at) };
    if (verdict.kind === 'rejected') return store.reject(command.id, error);
    const asked = answer.kind === 'answer' ? answer.retryAfter : null;
    const dueAt = now() + backoff(command.attempts, random, asked);
    const status = verdict.kind === 'attention' ? 'attention' : 'queued';
    await store.postpone(command.id, dueAt, error, status);
  }

  private async report(): Promise<FlushReport> {
    const commands = (await this.parts.store.all()).filter(
      ({ userId }) => userId === null || !this.absent.has(userId),
    );
    const waiting = commands.filter(({ status }) => status === 'queued' || status === 'attention');
    const now = this.parts.now();
    // Nothing is under way any more: what became of these could not be written down.
    const cutOff = commands.filter(({ status }) => status === 'sending').length;
    return { left: waiting.length + cutOff, nextDueAt: cutOff > 0 ? now : nextDueAt(waiting, now) };
  }
}

/** Only an answer that names the command means that it was carried out. */
function confirms(command: StoredCommand, answer: Answer): boolean {
  if (answer.kind !== 'answer' || !isObject(answer.body)) return false;
  const found = known(command);
  if (found?.kind.send) return found.kind.send.confirms(answer.body, found.command);
  return answer.body.command_id === command.id;
}

function ackOf(answer: Answer, at: number): Ack {
  const body = answer.kind === 'answer' && isObject(answer.body) ? answer.body : {};
  const version = typeof body.version === 'number' ? body.version : null;
  return { version, answer: body, at, settled: false };
}
