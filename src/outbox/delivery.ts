/** Delivers one command: sends it, judges the response and stores the outcome. */

import { backoff } from './backoff';
import {
  type Circumstances,
  classifyAnswer,
  complaintOf,
  failingSince,
  isObject,
  type Verdict,
} from './classify-error';
import type { Ack, CommandError, RawCommand } from './command';
import { known } from './commands/kinds';
import type { FlushParts } from './flush-parts';
import { keysOf, ownKey } from './parking';
import type { Queue } from './queue';
import type { Answer, Request } from './transport';

/** Milliseconds after which a request counts as lost. */
export const REQUEST_PATIENCE = 20_000;

export interface Trial {
  command: RawCommand;
  startedAt: number;
}

export class Delivery {
  /** Requests that were sent. */
  sent = 0;
  /** Whether a server has answered one of them. */
  isAnswered = false;

  constructor(
    private readonly parts: FlushParts,
    private readonly queue: Queue,
  ) {}

  async attempt(trial: Trial, token: string | null, refreshed = false): Promise<void> {
    const { command } = trial;
    const answer = await this.ask(command, token);
    const at = this.circumstances(command, answer, refreshed);
    const verdict = classifyAnswer(answer, at);
    if (verdict.kind === 'refresh' && command.userId !== null) {
      const access = await this.parts.accessFor(command.userId, token ?? undefined);
      if (access.kind === 'ok' && access.userId === command.userId) {
        return this.attempt(trial, access.token, true);
      }
      return this.note(trial, answer, { kind: 'retry', why: 'token' }, at);
    }
    if (verdict.kind === 'rejected' && command.attempts > 1 && !known(command)?.kind.send) {
      return this.refuse(trial, answer, token, at);
    }
    await this.note(trial, answer, verdict, at);
  }

  /**
   * An earlier attempt may have reached the server: then the write was carried out, even if its repetition is refused.
   */
  private async refuse(
    trial: Trial,
    refusal: Answer,
    token: string | null,
    at: Circumstances,
  ): Promise<void> {
    const { id } = trial.command;
    const answer = await this.send({ path: RECEIPT_PATH, body: { command_id: id }, token });
    const receipt = readReceipt(id, answer);
    if (receipt.kind === 'known') return this.note(trial, answer, { kind: 'delivered' }, at);
    if (receipt.kind === 'missing') return this.note(trial, refusal, { kind: 'rejected' }, at);
    const why = answer.kind === 'answer' ? 'unconfirmed' : answer.kind;
    await this.note(trial, answer, { kind: 'retry', why }, at);
  }

  private ask(command: RawCommand, token: string | null): Promise<Answer> {
    const found = known(command);
    if (!found) return Promise.resolve({ kind: 'network' });
    const { kind, command: current } = found;
    return this.send({
      path: kind.send?.path ?? `/rest/v1/rpc/${kind.procedure}`,
      body: kind.args(current),
      token,
      // Edge Functions name the headers that a page of another origin may send, and this one is not among them.
      at: kind.send ? undefined : new Date(command.createdAt).toISOString(),
    });
  }

  private async send(request: Request): Promise<Answer> {
    this.sent += 1;
    const lost = new AbortController();
    const answered = new AbortController();
    const late = this.parts.pause(REQUEST_PATIENCE, answered.signal).then((): Answer => {
      lost.abort();
      return { kind: 'timeout' };
    });
    try {
      const answer = await Promise.race([this.parts.send(request, lost.signal), late]);
      if (answer.kind === 'answer') this.isAnswered = true;
      return answer;
    } finally {
      answered.abort();
    }
  }

  private circumstances(command: RawCommand, answer: Answer, refreshed: boolean): Circumstances {
    const keys = keysOf(command);
    const others = [...this.queue.commands].filter(({ seq }) => seq < command.seq);
    return {
      userId: command.userId,
      refreshed,
      parentQueued: others.some((other) => keys.includes(ownKey(other))),
      confirmed: confirms(command, answer),
      refusals: known(command)?.kind.send?.refusals ?? [],
      previous: command.error,
      now: this.parts.now(),
    };
  }

  private async note(
    { command, startedAt }: Trial,
    answer: Answer,
    verdict: Verdict,
    at: Circumstances,
  ): Promise<void> {
    const { store, random, now } = this.parts;
    if (verdict.kind === 'delivered') {
      this.queue.health.sound(command, now());
      for (const changed of await store.deliver(command.id, ackOf(answer, at.now))) {
        this.queue.put(changed.seq, changed);
      }
      return;
    }
    const why = verdict.kind === 'retry' ? verdict.why : verdict.kind;
    const error: CommandError = {
      why,
      ...complaintOf(answer),
      since: failingSince(answer, at),
      at: startedAt,
    };
    if (verdict.kind === 'rejected') {
      this.queue.health.sound(command, now());
      await store.reject(command.id, error);
      this.queue.put(command.seq, { ...command, status: 'rejected', error });
      return;
    }
    const dueAt = now() + backoff(command.attempts, random, why, askedFor(answer));
    const status = verdict.kind === 'attention' ? 'attention' : 'queued';
    this.queue.put(command.seq, await store.postpone(command.id, dueAt, error, status));
  }
}

/**
 * Milliseconds that the server asks to wait. A procedure on hosted Supabase cannot set Retry-After, so it writes the
 * seconds in `details`.
 */
function askedFor(answer: Answer): number | null {
  if (answer.kind !== 'answer') return null;
  const { hint, details } = complaintOf(answer);
  const told = hint === 'too_many' && /^\d{1,6}$/.test(details ?? '') ? Number(details) * 1_000 : null;
  return answer.retryAfter ?? told;
}

/** Only a response that echoes the command's id confirms it. */
function confirms(command: RawCommand, answer: Answer): boolean {
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

/** The server's answer to the question whether a refused command had arrived in an earlier attempt. */
export const RECEIPT_PATH = '/rest/v1/rpc/command_receipt';

export type Receipt =
  /** The command was carried out. */
  | { kind: 'known' }
  | { kind: 'missing' }
  /** The server did not say. */
  | { kind: 'unsaid' };

export function readReceipt(commandId: string, answer: Answer): Receipt {
  if (answer.kind !== 'answer' || answer.status !== 200 || !isObject(answer.body)) return { kind: 'unsaid' };
  if (answer.body.command_id !== commandId) return { kind: 'unsaid' };
  return { kind: answer.body.missing === true ? 'missing' : 'known' };
}
