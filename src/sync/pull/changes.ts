/**
 * One request for what is new in many collections, everybody's and own. Both pullers of an engine share it: rounds that
 * begin at about the same time are answered together. Collections without news cost a name in the response.
 */
import { type Checkpoint, START, sameCheckpoint } from '@/db/rows/checkpoint';
import type { RowTypes } from '@/db/rows/collections';
import { isCount, isText } from '@/db/rows/row-check';
import { callProcedure, RestFailure } from '@/lib/rest';
import { fieldsOf, isNumber } from '@/lib/stored';

type Name = keyof RowTypes;

/** Milliseconds that a round which is not urgent waits for the other puller's. */
export const TOGETHER = 1_000;

export interface AskedAfter {
  checkpoint: Checkpoint;
  /** Rows of a page. */
  size: number;
}

export interface ChangesAsked {
  /** Only collections that are complete here: what has no checkpoint yet has no rows, and is asked for from the start. */
  after: ReadonlyMap<Name, AskedAfter>;
  /** Own collections whose list of visible ids is to be compared. */
  lists?: readonly Name[];
  /** The person whose own rows are asked for; null for a public part. */
  user: { userId: string; accessToken: string } | null;
  signal: AbortSignal;
}

export interface Changes {
  /** A collection's page in the form of its own pull; undefined when it was not asked for, or is not answered. */
  page(name: Name, after: Checkpoint | null): unknown;
  /** The digest of the ids that the person may see. */
  digest(name: Name): string | undefined;
  /** Whether rows of this own collection are there that no pull brings yet, because an older transaction is open. */
  isEarly(name: Name): boolean;
}

/** As `callProcedure`; injected in tests. */
export type CallProcedure = (
  procedure: string,
  args: Record<string, unknown>,
  signal: AbortSignal,
  token?: string,
) => Promise<unknown>;

interface ChangesParts {
  call?: CallProcedure | undefined;
  /** Told by each answer: milliseconds that the server's clock is ahead of this phone's. */
  onClock?: ((ahead: number) => void) | undefined;
}

interface Waiting {
  asked: ChangesAsked;
  resolve(changes: Changes | null): void;
  reject(error: unknown): void;
}

export class ChangesRequest {
  private waiting: Waiting[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The server has no such procedure. */
  private isUnknown = false;
  private readonly call: CallProcedure;
  private readonly onClock: ChangesParts['onClock'];

  constructor({ call = callProcedure, onClock }: ChangesParts = {}) {
    this.call = call;
    this.onClock = onClock;
  }

  /**
   * `isOtherNear`: the other puller is about to ask too, so that this part waits for it. Resolves to null when each
   * collection has to be pulled alone. Rejects with RestFailure.
   */
  ask(asked: ChangesAsked, isOtherNear = false): Promise<Changes | null> {
    if (this.isUnknown || (asked.after.size === 0 && !asked.lists?.length)) return Promise.resolve(null);
    let stop: () => void = () => undefined;
    const answer = new Promise<Changes | null>((resolve, reject) => {
      this.waiting.push({ asked, resolve, reject });
      // The other part may be slow, or no longer wanted: it must not keep this one.
      stop = () => reject(new RestFailure('aborted', 'No longer wanted'));
      asked.signal.addEventListener('abort', stop, { once: true });
      if (asked.signal.aborted) stop();
    });
    // Awaited at the turn of a collection, unless the round ends before. The signal may outlive many requests.
    const release = () => asked.signal.removeEventListener('abort', stop);
    answer.then(release, release);
    const isAlone = this.waiting.length === 1;
    if (isAlone && isOtherNear) this.timer = setTimeout(() => this.send(), TOGETHER);
    else this.send();
    return answer;
  }

  private send(): void {
    clearTimeout(this.timer);
    const parts = this.waiting.splice(0).filter(({ asked }) => !asked.signal.aborted);
    const own = parts.find(({ asked }) => asked.user !== null);
    // A person may have signed out and another one in while a part waited.
    const isMixed = parts.some(({ asked }) => asked.user && asked.user.userId !== own?.asked.user?.userId);
    if (isMixed) for (const part of parts) void this.answer([part]);
    else if (parts.length > 0) void this.answer(parts);
  }

  private async answer(parts: readonly Waiting[]): Promise<void> {
    const user = parts.find(({ asked }) => asked.user)?.asked.user ?? null;
    try {
      const body = await this.request(parts, user);
      const { now } = fieldsOf(body);
      if (isNumber(now)) this.onClock?.(now - Date.now());
      for (const { asked, resolve } of parts) resolve(read(body, asked));
    } catch (error) {
      const strangers = parts.filter(({ asked }) => asked.user === null);
      // A refused token says nothing about public rows.
      const isRefused = error instanceof RestFailure && error.status === 401 && user !== null;
      if (isRefused && strangers.length > 0) void this.answer(strangers);
      for (const part of parts) {
        if (isRefused && part.asked.user === null) continue;
        if (this.isEachAlone(error)) part.resolve(null);
        else part.reject(error);
      }
    }
  }

  private request(parts: readonly Waiting[], user: ChangesAsked['user']): Promise<unknown> {
    const after: Record<string, [number, string, number]> = {};
    const lists: string[] = [];
    for (const { asked } of parts) {
      for (const [name, { checkpoint, size }] of asked.after)
        after[name] = [checkpoint.xid, checkpoint.id, size];
      lists.push(...(asked.lists ?? []));
    }
    const asked = { after, ...(lists.length > 0 && { lists }) };
    const { signal, release } = whenAll(parts);
    return this.call('pull_changes', { asked }, signal, user?.accessToken).finally(release);
  }

  /** One collection's fault must not keep the others from their rows, nor a server without the procedure all of them. */
  private isEachAlone(error: unknown): boolean {
    if (!(error instanceof RestFailure)) return false;
    if (error.kind === 'refused' && error.status === 404) this.isUnknown = true;
    return (
      error.kind === 'malformed' || (error.kind === 'refused' && [400, 404, 500].includes(error.status ?? 0))
    );
  }
}

/** A signal that is aborted once no part is wanted any more. `release`: stops listening to the parts' own. */
function whenAll(parts: readonly Waiting[]): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const check = () => {
    if (parts.every(({ asked }) => asked.signal.aborted)) controller.abort();
  };
  for (const { asked } of parts) asked.signal.addEventListener('abort', check, { once: true });
  check();
  const release = () => {
    for (const { asked } of parts) asked.signal.removeEventListener('abort', check);
  };
  return { signal: controller.signal, release };
}

/** Throws RestFailure for a response of another form, or for another person. */
function read(body: unknown, { after, user }: ChangesAsked): Changes {
  const { epoch, horizon, same, pages, lists, early, user_id } = fieldsOf(body);
  if (!isText(epoch) || !Array.isArray(same) || !isCount(horizon)) {
    throw new RestFailure('malformed', 'pull_changes is not an answer');
  }
  if (user && user_id !== user.userId) throw new RestFailure('malformed', 'A response for another person');
  const own = user && { user_id: user.userId, horizon };
  return {
    page: (name, from) => {
      const asked = after.get(name)?.checkpoint;
      if (!asked || !sameCheckpoint(asked, from ?? START)) return undefined;
      const page = fieldsOf(pages)[name];
      if (page !== undefined) return page;
      if (!same.includes(name)) return undefined;
      return { ...own, epoch, rows: [], checkpoint: from, done: true, total: null };
    },
    digest: (name) => {
      const digest = fieldsOf(lists)[name];
      return isText(digest) ? digest : undefined;
    },
    isEarly: (name) => Array.isArray(early) && early.includes(name),
  };
}
