/**
 * A phone reduced to pulling: it keeps rows and a checkpoint, and starts again when the epoch
 * changes.
 */
import type { Statements } from '../../../supabase/embedded/database.ts';

export type PullProcedure =
  | 'pull_cities'
  | 'pull_dance_styles'
  | 'pull_teachers'
  | 'pull_content'
  | 'pull_notifications';
export interface Checkpoint {
  xid: number;
  id: string;
}
export interface PulledRow {
  id: string;
  _xid: number;
  _deleted: boolean;
  [column: string]: unknown;
}
export interface Page {
  epoch: string;
  rows: PulledRow[];
  checkpoint: Checkpoint | null;
  done: boolean;
  total: number | null;
}

/** The content of a hint: rows alone, rows that are the whole of a part, or nothing. */
export interface HintContent {
  epoch?: string;
  rows?: PulledRow[];
  after?: Checkpoint;
  checkpoint?: Checkpoint;
}

const START: Checkpoint = { xid: 0, id: '00000000-0000-0000-0000-000000000000' };

export const isAfter = (a: Checkpoint, b: Checkpoint) => a.xid > b.xid || (a.xid === b.xid && a.id > b.id);

export async function pull(
  database: Statements,
  procedure: PullProcedure,
  after: Checkpoint | null,
  size: number | null,
): Promise<Page> {
  const [row] = await database.query<{ page: Page }>(`select public.${procedure}($1, $2, $3) as page`, [
    after?.xid ?? null,
    after?.id ?? null,
    size,
  ]);
  if (!row) throw new Error('the pull answered nothing');
  return row.page;
}

export class Phone {
  readonly rows = new Map<string, PulledRow>();
  /** Every row version received in this epoch, as `id@xid`. */
  readonly received: string[] = [];
  epoch: string | null = null;
  checkpoint: Checkpoint | null = null;
  resyncs = 0;
  /** A hint came that it could not follow. */
  wantsToPull = false;

  constructor(
    readonly database: Statements,
    readonly procedure: PullProcedure,
  ) {}

  /** Pulls until nothing is left. Returns the rows that arrived. */
  async sync(size = 500): Promise<PulledRow[]> {
    const arrived: PulledRow[] = [];
    this.wantsToPull = false;
    for (;;) {
      const page = await pull(this.database, this.procedure, this.checkpoint, size);
      if (this.epoch !== null && page.epoch !== this.epoch) {
        this.resyncs += 1;
        this.epoch = page.epoch;
        this.checkpoint = null;
        this.rows.clear();
        this.received.length = 0;
        arrived.length = 0;
        continue;
      }
      this.epoch = page.epoch;
      this.checkpoint = page.checkpoint;
      for (const row of page.rows) {
        this.rows.set(row.id, row);
        this.received.push(`${row.id}@${row._xid}`);
        arrived.push(row);
      }
      if (page.done) return arrived;
    }
  }

  /** Follows a hint as src/sync/pull/hinted-rows.ts does. */
  async hear({ epoch, rows, after, checkpoint }: HintContent): Promise<'moved' | 'shown' | 'known' | 'asks'> {
    const here = this.checkpoint ?? START;
    const isWhole = after !== undefined && checkpoint !== undefined;
    if (!rows || epoch !== this.epoch) this.wantsToPull = true;
    if (!rows || epoch !== this.epoch) return 'asks';
    if (isWhole && !isAfter(checkpoint, here)) return 'known';
    for (const row of rows) {
      if ((this.rows.get(row.id)?._xid ?? 0) <= row._xid) this.rows.set(row.id, row);
    }
    if (!isWhole) return 'shown';
    if (isAfter(after, here)) this.wantsToPull = true;
    if (isAfter(after, here)) return 'asks';
    this.checkpoint = checkpoint;
    return 'moved';
  }

  /** Ids of the rows that are not tombstones, sorted. */
  live(): string[] {
    return [...this.rows.values()]
      .filter((row) => !row._deleted)
      .map((row) => row.id)
      .sort();
  }
}
