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

  constructor(
    readonly database: Statements,
    readonly procedure: PullProcedure,
  ) {}

  /** Pulls until nothing is left. Returns the rows that arrived. */
  async sync(size = 500): Promise<PulledRow[]> {
    const arrived: PulledRow[] = [];
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

  /** Ids of the rows that are not tombstones, sorted. */
  live(): string[] {
    return [...this.rows.values()]
      .filter((row) => !row._deleted)
      .map((row) => row.id)
      .sort();
  }
}
