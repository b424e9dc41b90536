/** One round of sending: decides which commands are next, how many go in parallel, and when the round is over. */
import { isDue } from './backoff';
import { isWaiting, type RawCommand } from './command';
import { Delivery } from './delivery';
import { dueAmong, unheld } from './due';
import type { FlushParts, FlushReason, FlushReport } from './flush-parts';
import { Queue } from './queue';

/** The maximum of parallel requests: a phone's connection is narrow. */
const SIDE_BY_SIDE = 3;
/** Milliseconds after which a pending request no longer counts against that maximum. */
const SLOW = 4_000;
/** The maximum of pending requests, slow ones included. */
const AT_MOST = 12;

/** Reasons that ask again for a token that was not available. */
const FRESH_TOKEN: ReadonlySet<FlushReason> = new Set(['start', 'online', 'button']);

interface Flight {
  command: RawCommand;
  startedAt: number;
  isSlow: boolean;
  done: Promise<void>;
}

export class Round {
  private readonly queue: Queue;
  private readonly delivery: Delivery;
  private readonly skipped = new Set<string>();
  private readonly absent = new Set<string>();
  /** Ids of commands whose new state could not be stored. */
  private readonly broken = new Set<string>();
  private readonly flights = new Map<string, Flight>();
  /** Ids of commands that a person wants sent: their back-off is skipped. Other commands keep theirs. */
  private hurried = new Set<string>();
  private readonly named = new Set<string>();
  private allPressed = false;
  private isBegun = false;
  private over = false;
  private poked = false;
  private poke: () => void = () => undefined;

  constructor(
    private readonly parts: FlushParts,
    private readonly reason: FlushReason,
  ) {
    this.queue = new Queue(parts.store, parts.now);
    this.delivery = new Delivery(parts, this.queue);
  }

  /** Adds another call to this round; false when it is over. */
  join(reason: FlushReason, pressed: string | undefined): boolean {
    if (this.over) return false;
    if (FRESH_TOKEN.has(reason)) {
      this.skipped.clear();
      this.absent.clear();
    }
    if (pressed !== undefined) {
      this.hurried.add(pressed);
      this.named.add(pressed);
    } else if (reason === 'button') this.allPressed = true;
    if (reason !== 'write') this.queue.distrust();
    this.nudge();
    return true;
  }

  private nudge(): void {
    this.poked = true;
    this.poke();
  }

  /** Stops later calls from joining a round that has failed. */
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
        await this.queue.refresh();
        if (!this.isBegun) this.tellUnsent(this.reason);
        this.isBegun = true;
        if (this.allPressed) this.hurryAll();
        const due = this.due();
        if (due.length > 0) free ??= this.parts.holdBusy?.();
        for (const command of due) this.launch(command);
        const flying = [...this.flights.values()].map(({ done }) => done);
        if (flying.length > 0) await Promise.race([poke, ...flying]);
        else if (!this.poked && due.length === 0) this.over = true;
      }
      if (this.delivery.sent === 0 || this.delivery.isAnswered) this.tellUnsent('end');
      return this.report();
    } finally {
      this.over = true;
      free?.();
    }
  }

  private tellUnsent(when: FlushReason | 'end'): void {
    this.parts.onUnsent?.([...this.queue.commands], when);
  }

  private hurryAll(): void {
    this.allPressed = false;
    this.queue.health.forgive();
    this.hurried = new Set([...this.queue.commands].map(({ id }) => id));
  }

  /** The commands that may be launched now. */
  private due(): RawCommand[] {
    const now = this.parts.now();
    const flying = [...this.flights.values()];
    const places = Math.min(
      SIDE_BY_SIDE - flying.filter(({ isSlow }) => !isSlow).length,
      AT_MOST - flying.length,
    );
    const chosen: RawCommand[] = [];
    if (places <= 0) return chosen;
    /** By kind, of those that are tried one at a time: the wanted command, else the first. */
    const next = new Map<string, { command: RawCommand; isWanted: boolean }>();
    const isHurried = ({ id }: RawCommand) => this.hurried.has(id);
    for (const command of dueAmong(this.queue.commands, { now, isHurried })) {
      if (chosen.length >= places) break;
      const { id, kind, userId, attempts } = command;
      const isHere = userId === null || !(this.absent.has(userId) || this.skipped.has(userId));
      if (!isHere || this.flights.has(id) || this.broken.has(id)) continue;
      const would = chosen.map((one) => ({ command: one, startedAt: now }));
      const admission = this.queue.health.admits(command, now, [...flying, ...would]);
      if (admission.kind === 'open' || this.named.has(id)) chosen.push(command);
      else if (admission.kind === 'next') {
        const isWanted = (attempts === 0) === admission.untried;
        const key = `${userId} ${kind}`;
        if (!next.get(key)?.isWanted && (isWanted || !next.has(key))) next.set(key, { command, isWanted });
      }
    }
    return [...chosen, ...[...next.values()].map(({ command }) => command)].slice(0, places);
  }

  private launch(command: RawCommand): void {
    this.hurried.delete(command.id);
    this.named.delete(command.id);
    const landed = new AbortController();
    const flight: Flight = {
      command,
      startedAt: this.parts.now(),
      isSlow: false,
      done: this.deliver(command, this.parts.now())
        // The next holder of the lock recovers the state that was lost here.
        .catch((error: unknown) => {
          console.warn('A command was not sent', error instanceof Error ? error.name : error);
          this.broken.add(command.id);
        })
        .finally(() => {
          landed.abort();
          this.flights.delete(command.id);
        }),
    };
    this.flights.set(command.id, flight);
    void this.parts.pause(SLOW, landed.signal).then(() => {
      if (landed.signal.aborted) return;
      flight.isSlow = true;
      this.nudge();
    });
  }

  private async deliver({ id, seq, userId }: RawCommand, startedAt: number): Promise<void> {
    let token: string | null = null;
    if (userId !== null) {
      const access = await this.parts.accessFor(userId);
      if (access.kind === 'absent' || (access.kind === 'ok' && access.userId !== userId)) {
        this.absent.add(userId);
        return;
      }
      // No request was sent, so nothing failed: the command goes as soon as there is a token.
      if (access.kind === 'unreachable') {
        this.skipped.add(userId);
        return;
      }
      token = access.token;
    }
    const command = await this.parts.store.claim(id);
    this.queue.put(seq, command);
    if (command) await this.delivery.attempt({ command, startedAt }, token);
    // Another tab has changed the command meanwhile.
    else this.queue.distrust();
  }

  private report(): FlushReport {
    const now = this.parts.now();
    const here = [...this.queue.commands].filter(({ userId }) => userId === null || !this.absent.has(userId));
    // No request is pending any more: the outcome of these commands could not be stored.
    const isCutOff = (command: RawCommand) => command.status === 'sending' || this.broken.has(command.id);
    const left = here.filter((command) => isWaiting(command) || isCutOff(command)).length;
    return {
      left,
      nextDueAt: here.some(isCutOff) ? now : this.nextDueAt(here, now),
      sent: this.delivery.sent,
    };
  }

  /** When the next command is due that waits for nothing else; null when there is none. */
  private nextDueAt(commands: readonly RawCommand[], now: number): number | null {
    let next: number | null = null;
    for (const command of unheld(commands)) {
      const admission = this.queue.health.admits(command, now, []);
      const dueAt = isDue(command.dueAt, now) ? now : command.dueAt;
      const at = admission.kind === 'shut' ? Math.max(dueAt, admission.until) : dueAt;
      if (next === null || at < next) next = at;
    }
    return next;
  }
}
