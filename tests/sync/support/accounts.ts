/** The private procedures over rows in memory, and a listener for the phone's messages. */

import type { PrivateRows } from '@/db/memory/private-store';
import { PRIVATE_COLLECTIONS, type PrivateName } from '@/db/rows/collections';
import { digestOf } from '@/lib/digest';
import { RestFailure } from '@/lib/rest';
import type { PrivateEngineParts } from '@/sync/private/engine';
import { EVALUATION, REQUEST } from '../../support/row-samples';

export const ANNA = '00000000-0000-4000-8000-00000000000a';
export const BEN = '00000000-0000-4000-8000-00000000000b';

export type Row = { id: string; _xid: number; _deleted: boolean; [field: string]: unknown };

interface Asked {
  after: Record<string, [number, string, number]>;
  lists?: string[];
}

const noTables = () =>
  Object.fromEntries(PRIVATE_COLLECTIONS.map((name) => [name, [] as Row[]])) as Record<PrivateName, Row[]>;

/** The private procedures over rows in memory. */
export class Accounts {
  readonly rows: Record<string, Record<PrivateName, Row[]>> = {};
  /** Ids of rows that their owner may no longer see, without a tombstone. */
  readonly hidden = new Set<string>();
  /** Ids that a damaged list of visible ones omits. */
  readonly unlisted = new Set<string>();
  /** Ids that pulls skip, once each, as if the phone had them. */
  readonly skipped = new Set<string>();
  /** Called with every answer before it is returned. */
  onAnswer: (procedure: string, answer: Record<string, unknown>) => unknown = (_, answer) => answer;
  readonly calls: string[] = [];
  answerAs: string | null = null;
  refused = new Set<string>();
  fault: Error | null = null;
  xid = 100;
  /** The oldest open transaction: a pull keeps back its rows and later ones. */
  open: number | null = null;
  epoch = 'one';

  profile(userId: string, name: string): void {
    this.put(userId, 'profile', {
      id: userId,
      name,
      email: `${name}@x.test`,
      role: 'student',
      style_ids: [],
    });
  }

  notify(userId: string, id: string, title: string): void {
    this.put(userId, 'notifications', {
      id,
      kind: 'welcome',
      title,
      body: 'Olá',
      url: null,
      read_at: null,
      created_at: '2026-11-20T10:00:00Z',
    });
  }

  request(userId: string, id: string, more: Record<string, unknown> = {}): void {
    this.put(userId, 'lesson_requests', {
      ...REQUEST,
      id,
      student_id: userId,
      teacher_id: BEN,
      dance_style_id: '00000000-0000-4000-8000-0000000000d1',
      status: 'Aceito',
      preferred_days: ['terca'],
      request_date: '2026-11-20T10:00:00Z',
      answered_at: '2026-11-20T11:00:00Z',
      other_name: 'Ben',
      other_whatsapp: '+5511900004321',
      other_email: 'ben@x.test',
      ...more,
    });
  }

  evaluation(userId: string, id: string, request: string): void {
    this.put(userId, 'evaluations', {
      ...EVALUATION,
      id,
      lesson_request_id: request,
      evaluated_id: BEN,
      rating: 4,
      comment: 'Paciente',
    });
  }

  put(userId: string, name: PrivateName, row: { id: string; [field: string]: unknown }): void {
    this.xid += 1;
    this.rows[userId] ??= noTables();
    const table = this.rows[userId];
    table[name] = table[name].filter(({ id }) => id !== row.id);
    table[name].push({ ...row, _xid: this.xid, _deleted: row._deleted === true });
  }

  private get horizon(): number {
    return this.open ?? this.xid + 1;
  }

  readonly call: NonNullable<PrivateEngineParts['call']> = async (procedure, args, _signal, token = '') => {
    this.calls.push(`${procedure} ${token}`);
    if (this.fault) throw this.fault;
    if (this.refused.has(token)) throw new RestFailure('refused', 'JWT expired', 401, 'PGRST301');
    const userId = token.split(' ')[0] ?? '';
    const mine = this.rows[userId] ?? noTables();
    const user_id = this.answerAs ?? userId;
    if (procedure === 'pull_changes') return this.changes(args.asked as Asked, mine, user_id, token);
    const name = PRIVATE_COLLECTIONS.find((one) => procedure.endsWith(`_${one}`));
    if (!name) throw new Error(`${procedure} is not known`);
    return this.onAnswer(procedure, this.answer(procedure, name, mine, user_id, args));
  };

  /** By the procedures of each collection, which count as called. */
  private async changes(
    { after, lists = [] }: Asked,
    mine: Record<PrivateName, Row[]>,
    user_id: string,
    token: string,
  ): Promise<unknown> {
    const same: string[] = [];
    const pages: Record<string, unknown> = {};
    for (const [name, [after_xid, after_id, page_size]] of Object.entries(after)) {
      const args = { after_xid, after_id, page_size };
      const plain = this.answer(`pull_${name}`, name as PrivateName, mine, user_id, args);
      this.calls.push(`pull_${name} ${token}`);
      const page = (await this.onAnswer(`pull_${name}`, plain)) as Record<string, unknown>;
      if ((page.rows as unknown[]).length === 0 && page.done && page === plain) same.push(name);
      else pages[name] = page;
    }
    const digests = await Promise.all(
      lists.map(async (name) => {
        const procedure = `visible_ids_${name}`;
        this.calls.push(`${procedure} ${token}`);
        const plain = this.answer(procedure, name as PrivateName, mine, user_id, {});
        const list = (await this.onAnswer(procedure, plain)) as { ids: string[] };
        return [name, await digestOf([...list.ids].sort().join(','))];
      }),
    );
    const { horizon } = this;
    const early = Object.keys(after).filter((name) =>
      mine[name as PrivateName].some(({ _xid }) => _xid >= horizon),
    );
    return { user_id, epoch: this.epoch, horizon, same, early, pages, lists: Object.fromEntries(digests) };
  }

  private answer(
    procedure: string,
    name: PrivateName,
    mine: Record<PrivateName, Row[]>,
    user_id: string,
    args: Record<string, unknown>,
  ): Record<string, unknown> {
    const seen = mine[name].filter(({ id }) => !this.hidden.has(id));
    const age = { user_id, epoch: this.epoch, horizon: this.horizon };
    if (procedure.startsWith('visible_ids_')) {
      const ids = seen.filter((row) => !row._deleted && !this.unlisted.has(row.id));
      return { ...age, ceiling: this.xid + 1, ids: ids.map(({ id }) => id) };
    }
    const due = seen
      .filter((row) => isAfter(row, args) && row._xid < this.horizon)
      .sort((a, b) => a._xid - b._xid || (a.id < b.id ? -1 : 1));
    const page = due.slice(0, Number(args.page_size));
    const last = page.at(-1);
    const given = args.after_xid === null ? null : { xid: args.after_xid, id: args.after_id };
    const checkpoint = last ? { xid: last._xid, id: last.id } : given;
    const rows = page.filter((row) => !this.skipped.delete(row.id) && (given !== null || !row._deleted));
    return { ...age, rows, checkpoint, done: page.length === due.length, total: given ? null : seen.length };
  }
}

function isAfter(row: Row, { after_xid: xid, after_id: id }: Record<string, unknown>): boolean {
  return row._xid > Number(xid ?? -1) || (row._xid === xid && row.id > String(id));
}

export class Listener {
  rows: PrivateRows[] = [];
  wanted: (string | null)[] = [];
  full = 0;
  onRows = (rows: PrivateRows) => {
    this.rows.push(structuredClone(rows));
  };
  onTokenWanted = (_userId: string, rejected: string | null) => {
    this.wanted.push(rejected);
  };
  onFull = () => {
    this.full += 1;
  };
  get now(): PrivateRows | undefined {
    return this.rows.at(-1);
  }
}
