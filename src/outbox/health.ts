/**
 * Tracks the kinds of write that fail on the server. Their commands are tried one at a time, with growing intervals,
 * until one succeeds: a queue of hundreds must not send hundreds of failing requests. Computed from the commands
 * themselves, so that a reload, another tab and the worker come to the same result.
 */
import { LONGEST } from './backoff';
import { isWaiting, type RawCommand } from './command';

/** This many commands of a kind must fail in a row: a single one may have a fault of its own. */
const AILING = 3;
/** Until a kind has had a response, at most this many of its requests may be pending at once. */
const HANGING = 4;

/** Reasons that say nothing about a kind of write: they concern the person, or an earlier write. */
const OF_ONE = ['token', 'terms', 'parent'];

interface Kind {
  /** When a command of this kind last got a proper response. */
  soundAt: number;
  failing: Map<string, RawCommand>;
}

interface Flying {
  command: RawCommand;
  startedAt: number;
}

/** 'next': one command may go. `untried`: whether one that was never tried is preferred, or one that was. */
export type Admission =
  | { kind: 'open' }
  | { kind: 'shut'; until: number }
  | { kind: 'next'; untried: boolean };

const keyOf = ({ kind, userId }: RawCommand) => `${userId ?? 'visitor'} ${kind}`;
const OPEN: Admission = { kind: 'open' };

export class Health {
  private readonly kinds = new Map<string, Kind>();

  /** Starts again from the stored commands. */
  learn(commands: readonly RawCommand[], now: number): void {
    const answered = new Map([...this.kinds].map(([key, { soundAt }]) => [key, soundAt]));
    this.kinds.clear();
    for (const [key, soundAt] of answered) this.kindOf(key).soundAt = soundAt;
    for (const command of commands) {
      if (command.ack && command.ack.at <= now) this.sound(command, command.ack.at);
    }
    for (const command of commands) this.note(command);
  }

  /** Records a command's new state. */
  note(command: RawCommand): void {
    const kind = this.kindOf(keyOf(command));
    const at = command.error?.at ?? 0;
    const isFailing = isWaiting(command) && command.error !== null && !OF_ONE.includes(command.error.why);
    if (isFailing && at > kind.soundAt) kind.failing.set(command.id, command);
    else kind.failing.delete(command.id);
  }

  /** Records a proper response to a command of this kind, refusals included. */
  sound(command: RawCommand, at: number): void {
    const kind = this.kindOf(keyOf(command));
    kind.soundAt = Math.max(kind.soundAt, at);
    for (const [id, { error }] of kind.failing) if ((error?.at ?? 0) <= kind.soundAt) kind.failing.delete(id);
  }

  /** Clears all failures: a person wants everything tried now. */
  forgive(): void {
    for (const kind of this.kinds.values()) kind.failing.clear();
  }

  /** Whether a command of this kind may be sent. */
  admits(command: RawCommand, now: number, flying: readonly Flying[]): Admission {
    const key = keyOf(command);
    const kind = this.kindOf(key);
    const under = flying.filter((one) => keyOf(one.command) === key);
    // A failure in the future was stored before the clock was set back.
    const failing = [...kind.failing.values()].filter((one) => atOf(one) <= now);
    const isBusy = failing.some(({ error }) => error?.why === 'busy');
    if (!isBusy && failing.length < AILING) {
      const unanswered = under.filter(({ startedAt }) => startedAt >= kind.soundAt);
      return unanswered.length < HANGING ? OPEN : { kind: 'shut', until: Number.POSITIVE_INFINITY };
    }
    if (under.length > 0) return { kind: 'shut', until: Number.POSITIVE_INFINITY };
    const until = nextTry(failing, now);
    const last = lastOf(failing);
    return now < until ? { kind: 'shut', until } : { kind: 'next', untried: (last?.attempts ?? 0) > 1 };
  }

  private kindOf(key: string): Kind {
    const known = this.kinds.get(key);
    if (known) return known;
    const fresh = { soundAt: 0, failing: new Map<string, RawCommand>() };
    this.kinds.set(key, fresh);
    return fresh;
  }
}

/**
 * When to try the kind again: after the last failure, plus the wait of the most often tried command; never before the
 * time that the server asked for.
 */
function nextTry(failing: readonly RawCommand[], now: number): number {
  const last = lastOf(failing);
  if (!last) return now;
  const most = failing.reduce((a, b) => (b.attempts > a.attempts ? b : a));
  return atOf(last) + Math.max(waitOf(most), waitOf(last));
}

const lastOf = (failing: readonly RawCommand[]) =>
  failing.reduce<RawCommand | null>((a, b) => (a && atOf(a) >= atOf(b) ? a : b), null);
const atOf = ({ error }: RawCommand) => error?.at ?? 0;
/** A command's wait. An interrupted attempt is due at once, and the clock may have jumped in between. */
const waitOf = (command: RawCommand) => Math.min(LONGEST, Math.max(0, command.dueAt - atOf(command)));
