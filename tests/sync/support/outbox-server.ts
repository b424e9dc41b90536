/** The server as the outbox meets it: procedures with a command log, tokens that run out, and whatever answers instead. */
import type { Answer, Request } from '@/outbox/transport';

export type Outcome =
  | 'ok'
  /** The command ran, and its answer is lost. */
  | 'lost'
  /** The request is lost. */
  | 'cut'
  /** The network delivers the request twice. */
  | 'repeated'
  /** The phone gets no answer; the request arrives much later. */
  | 'late'
  | '401'
  | '403'
  | '409'
  | '422'
  | '429'
  | '5xx'
  | 'portal'
  | 'schema'
  | 'paused'
  /** A success without the command's id. */
  | 'unconfirmed'
  /**
   * JSON that is no refusal by the server: from a gateway, a portal, a read-only or half upgraded
   * database.
   */
  | 'foreign';

/** Examples of such answers, used in turn. */
export const FOREIGN: readonly { status: number; body: unknown }[] = [
  { status: 404, body: { message: 'no Route matched with those values' } },
  { status: 403, body: { error: 'sign in to the network' } },
  { status: 405, body: { code: '25006', message: 'cannot execute INSERT in a read-only transaction' } },
  { status: 404, body: { code: '42883', message: 'function does not exist' } },
  { status: 422, body: [] },
  { status: 409, body: { code: 'CONFLICT' } },
];

export interface Row {
  version: number;
  fields: Record<string, unknown>;
}

interface Logged {
  by: string | null;
  content: string;
  answer: Record<string, unknown>;
}

type Refusal = { status: number; code: string };

/** The server of a program: the model here, or the real backend. */
export interface ProgramServer {
  readonly rows: ReadonlyMap<string, Row>;
  /** Ids of commands in effect, in order of effect. */
  readonly effects: readonly string[];
  /** Forbidden events that occurred. */
  readonly violations: string[];
  readonly late: readonly Request[];
  /** Commands of requests that arrived after their timeout. */
  readonly arrivedLate: readonly string[];
  issue(userId: string): { token: string; expiresAt: number };
  expire(token: string, lifetime?: number): void;
  /** The author under which a command took effect; undefined when it has not. */
  authorOf(commandId: string): string | null | undefined;
  holds(commandId: string): boolean;
  answer(request: Request, outcome: Outcome): Answer | Promise<Answer>;
  /** Changes a row from another phone. */
  change(key: string, fields: Record<string, unknown>): void | Promise<void>;
  /** Lets late requests arrive. */
  arrive(): void | Promise<void>;
  /** Only for a server that can be set back. */
  backup?: {
    readonly epoch: string;
    /** Drops the newest effects. Returns the ids of their commands. */
    restore(effects: number): string[];
    /** Answers like known_commands. */
    known(ids: readonly string[], userId: string | null): unknown;
  };
}

/** State of the server before a command took effect. */
interface Backup {
  rows: ReadonlyMap<string, Row>;
  log: ReadonlyMap<string, Logged>;
}

const json = (status: number, body: unknown): Answer => ({ kind: 'answer', status, body, retryAfter: null });

export class Server implements ProgramServer {
  rows = new Map<string, Row>();
  readonly effects: string[] = [];
  readonly violations: string[] = [];
  readonly late: Request[] = [];
  readonly arrivedLate: string[] = [];
  private log = new Map<string, Logged>();
  private readonly tokens = new Map<string, { userId: string; expiresAt: number }>();
  private version = 0;
  private issued = 0;
  private turns = 0;
  private restores = 0;
  /** One backup for each effect. */
  private readonly backups: Backup[] = [];

  constructor(private readonly now: () => number) {}

  readonly backup = {
    of: this,
    get epoch() {
      return `epoch ${this.of.restores}`;
    },
    restore: (effects: number): string[] => {
      const from = Math.max(0, this.effects.length - effects);
      const { rows = this.rows, log = this.log } = this.backups[from] ?? {};
      this.rows = new Map(rows);
      this.log = new Map(log);
      this.restores += 1;
      this.backups.splice(from);
      return this.effects.splice(from);
    },
    known: (ids: readonly string[], userId: string | null) => ({
      user_id: userId,
      epoch: this.backup.epoch,
      commands: ids.flatMap((id) => {
        const known = this.log.get(id);
        return known?.by === userId ? [{ id, answer: known.answer }] : [];
      }),
    }),
  };

  issue(userId: string, lifetime = 3_600_000): { token: string; expiresAt: number } {
    this.issued += 1;
    const token = `token-${this.issued}`;
    const expiresAt = this.now() + lifetime;
    this.tokens.set(token, { userId, expiresAt });
    return { token, expiresAt };
  }

  expire(token: string, lifetime = 0): void {
    const known = this.tokens.get(token);
    if (known) known.expiresAt = this.now() + lifetime;
  }

  authorOf(commandId: string): string | null | undefined {
    return this.log.get(commandId)?.by;
  }

  holds(commandId: string): boolean {
    return this.effects.includes(commandId);
  }

  change(key: string, fields: Record<string, unknown>): void {
    this.version += 1;
    const row = this.rows.get(key);
    this.rows.set(key, { version: this.version, fields: { ...row?.fields, ...fields } });
  }

  arrive(): void {
    for (const request of this.late.splice(0)) {
      this.arrivedLate.push(idOf(request));
      this.carryOut(request);
    }
  }

  answer(request: Request, outcome: Outcome): Answer {
    switch (outcome) {
      case 'ok':
        return this.carryOut(request);
      case 'lost':
        this.carryOut(request);
        return { kind: 'network' };
      case 'cut':
        return { kind: 'network' };
      case 'repeated':
        this.carryOut(request);
        return this.carryOut(request);
      case 'late':
        this.late.push(request);
        return { kind: 'network' };
      case '401':
        if (request.token) this.expire(request.token);
        return json(401, { code: 'PGRST301' });
      case '403':
        return this.refuse(request, { status: 403, code: '42501' });
      case '409':
        return this.refuse(request, { status: 409, code: 'PT409' });
      case '422':
        return this.refuse(request, { status: 422, code: '22023' });
      case '429':
        return json(429, {});
      case '5xx':
        return json(500, { code: 'XX000' });
      case 'portal':
        return { kind: 'answer', status: 200, body: undefined, retryAfter: null };
      case 'schema':
        return json(404, { code: 'PGRST202' });
      case 'paused':
        return json(540, {});
      case 'unconfirmed':
        return json(200, { command_id: 'another', version: 1 });
      case 'foreign': {
        this.turns += 1;
        // Every second answer comes from behind the server: the command ran.
        if (this.turns % 2) this.carryOut(request);
        const { status, body } = FOREIGN[this.turns % FOREIGN.length] ?? { status: 404, body: {} };
        return json(status, body);
      }
    }
  }

  /** A command that already ran gets its first answer, whatever is no longer allowed. */
  private refuse(request: Request, { status, code }: Refusal): Answer {
    // Checks before the command log, such as accepted terms, refuse repetitions too. The match has none: what is stored
    // with its lead is the answer.
    this.turns += 1;
    const isBefore = this.turns % 3 === 0 && request.body.command_id !== undefined;
    return this.log.has(idOf(request)) && !isBefore
      ? this.carryOut(request)
      : json(status, { code, hint: 'refused' });
  }

  private carryOut(request: Request): Answer {
    const caller = this.callerOf(request);
    if (caller === undefined) return json(401, { code: 'PGRST301' });
    const id = idOf(request);
    if (isReceipt(request)) {
      const known = this.log.get(id);
      return json(200, known?.by === caller ? known.answer : { command_id: id, missing: true });
    }
    const content = JSON.stringify(request.body);
    const before = this.log.get(id);
    if (before) {
      const same = before.by === caller && before.content === content;
      return same ? json(200, before.answer) : json(409, { code: 'PT409', hint: 'used' });
    }
    const done = this.procedure(request, caller);
    if ('status' in done) return json(done.status, { code: done.code, hint: 'refused' });
    this.version += 1;
    this.backups.push({ rows: new Map(this.rows), log: new Map(this.log) });
    const row = this.rows.get(done.key);
    this.rows.set(done.key, { version: this.version, fields: { ...row?.fields, ...done.fields } });
    this.effects.push(id);
    const { epoch } = this.backup;
    const answer = { command_id: id, version: this.version, epoch, leadId: request.body.leadId ?? null };
    this.log.set(id, { by: caller, content, answer });
    return json(200, answer);
  }

  /** Null for a visitor, undefined for an unknown token. */
  private callerOf({ token }: Request): string | null | undefined {
    if (token === null) return null;
    const known = this.tokens.get(token);
    return known && known.expiresAt > this.now() ? known.userId : undefined;
  }

  private procedure(
    { path, body }: Request,
    caller: string | null,
  ): Refusal | { key: string; fields: Record<string, unknown> } {
    const name = path.split('/').at(-1);
    if (name === 'update_profile') {
      const changes = body.changes as Record<string, unknown>;
      if (caller === null || changes.name === 'bad') return { status: 400, code: '22023' };
      return { key: `user_profiles/${caller}`, fields: changes };
    }
    if (name === 'create_lead' || name === 'create_lesson_request') {
      const row = (body.lead ?? body.request) as Record<string, unknown>;
      const key = `${name === 'create_lead' ? 'leads' : 'lesson_requests'}/${row.id}`;
      if (row.message === 'bad') return { status: 400, code: '22023' };
      return this.rows.has(key) ? { status: 409, code: '23505' } : { key, fields: row };
    }
    if (name === 'cancel_lesson_request') {
      const key = `lesson_requests/${body.request_id}`;
      const row = this.rows.get(key);
      if (!row) return { status: 409, code: '23503' };
      if (row.version > ((body.base_version as number | null) ?? 0)) return { status: 409, code: 'PT409' };
      return { key, fields: { state: 'cancelled' } };
    }
    const key = `leads/${body.leadId}`;
    return this.rows.has(key) ? { key, fields: { match: 'best' } } : { status: 409, code: '23503' };
  }
}

/** True when the request only asks for a command's receipt. */
export function isReceipt({ path }: Request): boolean {
  return path.endsWith('/command_receipt');
}

/** The command id of a request; a match uses its lead's id. */
export function idOf({ body }: Request): string {
  return String(body.command_id ?? `match of ${body.leadId}`);
}
