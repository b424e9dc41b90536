/**
 * The pull procedures as the migrations define them, over tables in memory: rows carry the id of
 * the transaction that wrote them, and only rows before the oldest open transaction are returned.
 */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { cityOf, FILE_VERSION, splitByCity, writeSection } from '@search-file/format.ts';
import { COLLECTIONS, type CollectionName } from '@/db/rows/collections';
import { fold } from '@/lib/text';

export interface ServerRow {
  id: string;
  _xid: number;
  _deleted: boolean;
  [field: string]: unknown;
}

export type Fault =
  | 'refused'
  | 'portal'
  | 'lost'
  | 'cut'
  | 'garbage'
  | 'hang'
  | 'offline'
  | 'replay'
  | 'damaged';

export interface HintContent {
  epoch: string;
  rows: ServerRow[];
  after?: { xid: number; id: string } | undefined;
  checkpoint?: { xid: number; id: string } | undefined;
}

const placeOf = (row: ServerRow | undefined) => ({ xid: row?._xid ?? 0, id: row?.id ?? uuid(0, 0) });

const byCheckpoint = (a: ServerRow, b: ServerRow) =>
  a._xid - b._xid || (a.id < b.id ? -1 : Number(a.id > b.id));

/** A UUID with kind and number in it. */
export const uuid = (kind: number, n: number) =>
  `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

export class Transaction {
  private readonly rows: [CollectionName, ServerRow][] = [];

  constructor(
    private readonly server: FakeServer,
    readonly xid: number,
  ) {}

  put(name: CollectionName, row: { id: string; [field: string]: unknown }): this {
    this.rows.push([name, { ...row, _xid: this.xid, _deleted: false }]);
    return this;
  }

  remove(name: CollectionName, id: string): this {
    this.rows.push([name, { id, _xid: this.xid, _deleted: true }]);
    return this;
  }

  commit(): void {
    for (const [name, row] of this.rows) this.server.tables[name].set(row.id, row);
    this.server.open.delete(this.xid);
  }
}

export class FakeServer {
  epoch = 'first';
  readonly tables: Record<CollectionName, Map<string, ServerRow>> = {
    cities: new Map(),
    dance_styles: new Map(),
    teachers: new Map(),
    content: new Map(),
  };
  readonly open = new Set<number>();
  /** Paths; the request for changes with the collections that it asks for. */
  readonly requests: string[] = [];
  /** Rows that pulls have brought. */
  rowsSent = 0;
  /** Applied to the next requests, one each. */
  faults: Fault[] = [];
  /** The number of pulls that find a new epoch just begun, and no rows of it yet. */
  beginning = 0;
  /** Milliseconds that its clock is ahead of the phone's. */
  clockAhead = 0;
  /** Whether the server has `pull_changes`; an older one has not. */
  knowsChanges = true;
  /** Maximum number of rows of a page. */
  pageLimit = 500;
  /** The search file as the procedure names it, and its sections in the bucket; null: there is none. */
  searchFile: unknown = null;
  /** How often a phone asked which is the newest. */
  askedForFile = 0;
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  private nextXid = 1_000;
  private readonly last = new Map<string, string>();

  begin(): Transaction {
    this.nextXid += 1;
    this.open.add(this.nextXid);
    return new Transaction(this, this.nextXid);
  }

  put(name: CollectionName, row: { id: string; [field: string]: unknown }): void {
    this.begin().put(name, row).commit();
  }

  remove(name: CollectionName, id: string): void {
    this.begin().remove(name, id).commit();
  }

  /**
   * Imitates a restore on another cluster: transaction ids start over, and only the backup's rows
   * exist.
   */
  restore(keep: (name: CollectionName, id: string) => boolean): void {
    this.epoch = `${this.epoch}+`;
    this.nextXid = 10;
    this.open.clear();
    for (const name of COLLECTIONS) {
      for (const [id, row] of this.tables[name]) {
        if (keep(name, id) && !row._deleted) this.tables[name].set(id, { ...row, _xid: this.nextXid });
        else this.tables[name].delete(id);
      }
      this.nextXid += 1;
    }
  }

  /**
   * Sets the server back to an older state of the same cluster: the same epoch and counter, only
   * earlier.
   */
  setBack(xid: number): void {
    this.nextXid = xid;
    this.open.clear();
    for (const rows of Object.values(this.tables)) {
      for (const [id, row] of rows) if (row._xid > xid) rows.delete(id);
    }
  }

  /** The number of the newest transaction. */
  get newest(): number {
    return this.nextXid;
  }

  /** The content of the hint for changes of this version and later ones, as `app.hint_payload` gives it. */
  hint(name: CollectionName, first = this.nextXid): HintContent {
    const all = [...this.tables[name].values()].sort(byCheckpoint);
    const horizon = Math.min(this.nextXid + 1, ...this.open);
    const rows = all.filter(({ _xid }) => _xid >= first && (_xid < horizon || first >= horizon));
    const [after, checkpoint] = [all.findLast(({ _xid }) => _xid < first), rows.at(-1)].map(placeOf);
    return { epoch: this.epoch, rows, ...(first < horizon && { after, checkpoint }) };
  }

  live(name: CollectionName): ServerRow[] {
    return [...this.tables[name].values()].filter((row) => !row._deleted);
  }

  pull(name: CollectionName, afterXid: number | null, afterId: string | null, pageSize: number) {
    const nothing = { rows: [], checkpoint: null, done: false, total: null };
    if (this.beginning > 0) {
      this.beginning -= 1;
      return { ...nothing, epoch: this.epoch };
    }
    if (afterXid !== null && afterXid > this.nextXid) return { ...nothing, epoch: `${this.epoch}-ahead` };
    const xmin = Math.min(this.nextXid + 1, ...this.open);
    const after = { id: afterId ?? '', _xid: afterXid ?? -1, _deleted: false };
    const due = [...this.tables[name].values()]
      .filter((row) => row._xid < xmin && byCheckpoint(row, after) > 0)
      .sort(byCheckpoint);
    const page = due.slice(0, Math.min(pageSize, this.pageLimit));
    const last = page.at(-1);
    const given = afterXid === null ? null : { xid: afterXid, id: afterId };
    this.rowsSent += page.length;
    return {
      epoch: this.epoch,
      rows: page.filter((row) => afterXid !== null || !row._deleted),
      checkpoint: last ? { xid: last._xid, id: last.id } : given,
      done: page.length === due.length,
      total: afterXid === null ? this.live(name).length : null,
    };
  }

  /** `pull_changes`, by the pulls of each collection. */
  private changes({ after }: { after: Record<string, [number, string, number]> }) {
    const same: string[] = [];
    const pages: Record<string, unknown> = {};
    for (const [name, [xid, id, size]] of Object.entries(after)) {
      const page = this.pull(name as CollectionName, xid, id, size);
      const isSame = page.epoch === this.epoch && page.done && page.rows.length === 0;
      if (isSame) same.push(name);
      else pages[name] = page;
    }
    const horizon = Math.min(this.nextXid + 1, ...this.open);
    const now = Date.now() + this.clockAhead;
    return { user_id: null, epoch: this.epoch, horizon, now, same, pages, lists: {} };
  }

  /** Writes the search file of all live teachers, as the function search-file does; returns the sections' names. */
  writeFile(): string[] {
    const rows = this.live('teachers').map(({ _xid, _deleted, ...row }) => row);
    const sections = splitByCity(rows, 2, 4).map((part) => {
      const text = writeSection(part);
      const name = `${createHash('sha256').update(text).digest('hex').slice(0, 24)}.gz`;
      this.files.set(name, new Uint8Array(gzipSync(text)));
      return { name, count: part.length, cities: [...new Set(part.map(cityOf))] };
    });
    this.searchFile = {
      version: FILE_VERSION,
      epoch: this.epoch,
      horizon: Math.min(this.nextXid + 1, ...this.open),
      count: rows.length,
      sections,
    };
    return sections.map(({ name }) => name);
  }

  /** The table of listings as visitors read it, by ids. */
  private listings(filter: string): Response {
    const ids = filter.replace(/^in\.\((.*)\)$/, '$1').split(',');
    const found = this.live('teachers').filter(({ id }) => ids.includes(id));
    this.rowsSent += found.length;
    return Response.json(found);
  }

  private file(name: string): Response {
    const bytes = this.files.get(name);
    return bytes ? new Response(bytes) : Response.json({ error: 'not_found' }, { status: 400 });
  }

  /** Stands in for `fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = String(input);
    const [, file] = /\/storage\/v1\/object\/public\/search-files\/(.+)$/.exec(url) ?? [];
    if (file !== undefined) return this.file(file);
    if (url.endsWith('rpc/newest_search_file')) {
      this.askedForFile += 1;
      return Response.json(this.searchFile);
    }
    const path = url.replace(/^.*\/rest\/v1\//, '');
    const body = JSON.parse(String(init?.body ?? '{}'));
    const named = path === 'rpc/pull_changes' ? ` ${Object.keys(body.asked.after).join(' ')}` : '';
    this.requests.push(`${path}${named}`);
    const signal = init?.signal;
    const fault = this.faults.shift();
    if (fault === 'offline') throw new TypeError('Failed to fetch');
    if (fault === 'hang')
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    if (fault === 'portal') return new Response('<html>Aceite os termos</html>', { status: 200 });
    if (fault === 'refused') return Response.json({ message: 'upstream' }, { status: 503 });
    if (fault === 'garbage') return Response.json({ rows: [{ id: 1 }], epoch: 'x', done: true });
    if (path.startsWith('teacher_listings?')) return this.listings(new URL(url).searchParams.get('id') ?? '');
    const asked = /rpc\/pull_(\w+)/.exec(url)?.[1] as CollectionName | 'changes' | undefined;
    if (asked === 'changes' && this.knowsChanges) {
      const answer = this.changes(body.asked);
      return this.respond('changes', JSON.stringify(answer), fault);
    }
    const name = asked === 'changes' ? undefined : asked;
    if (!name) return Response.json({ code: 'PGRST202', message: 'no such procedure' }, { status: 404 });
    return this.respond(
      name,
      JSON.stringify(this.pull(name, body.after_xid, body.after_id, body.page_size)),
      fault,
    );
  };

  private respond(name: string, answer: string, fault: Fault | undefined): Response {
    const before = this.last.get(name);
    this.last.set(name, answer);
    if (fault === 'lost') throw new TypeError('network changed');
    if (fault === 'cut') return new Response(answer.slice(0, answer.length / 2), { status: 200 });
    if (fault === 'damaged') return Response.json(damaged(JSON.parse(answer)));
    return new Response(fault === 'replay' && before ? before : answer, { status: 200 });
  }
}

/** Damages a page, or each in a response for many: its last row loses the name. */
function damaged(page: { rows: object[]; pages?: Record<string, { rows: object[] }> }): object {
  if (page.pages) {
    const pages = Object.entries(page.pages).map(([name, one]) => [name, damaged(one)]);
    return { ...page, pages: Object.fromEntries(pages) };
  }
  return {
    ...page,
    rows: page.rows.map((row, at) => (at < page.rows.length - 1 ? row : { ...row, name: 0 })),
  };
}

export function teacherRow(n: number, fields: Record<string, unknown> = {}) {
  const id = uuid(0xa, n);
  const name = String(fields.name ?? `Professora ${n}`);
  const folded = fold(name);
  const highlighted = fields.is_highlighted === true;
  return {
    name,
    folded_name: folded,
    city_id: uuid(0xc, n % 3),
    style_ids: [uuid(0xd, n % 4)],
    profile_image_url: null,
    whatsapp: '11900000000',
    bio: `Biografia de ${name}`,
    experience: null,
    neighborhood: null,
    instagram: null,
    modalidades_aula: n % 2 ? ['particular'] : ['particular', 'grupo'],
    slug: `professora-${n}`,
    is_featured: false,
    is_highlighted: highlighted,
    rating_average: null,
    rating_count: 0,
    five_stars: 0,
    four_stars: 0,
    three_stars: 0,
    two_stars: 0,
    one_star: 0,
    approved_at: '2026-01-01T00:00:00Z',
    ...fields,
    id,
    rank: `${highlighted ? '0' : '1'}${folded} ${id}`,
  };
}

export function namedRow(kind: 'cities' | 'dance_styles', n: number, name: string, active = true) {
  return { id: uuid(kind === 'cities' ? 0xc : 0xd, n), name, active };
}

/** Three cities, four styles and `teachers` teachers. */
export function filledServer(teachers: number): FakeServer {
  const server = new FakeServer();
  const first = server.begin();
  for (const [n, name] of ['São Paulo', 'Salvador', 'Vitória'].entries())
    first.put('cities', namedRow('cities', n, name));
  for (const [n, name] of ['Forró', 'Zouk', 'Samba', 'Tango'].entries()) {
    first.put('dance_styles', namedRow('dance_styles', n, name));
  }
  first.commit();
  const second = server.begin();
  for (let n = 0; n < teachers; n++) second.put('teachers', teacherRow(n));
  second.commit();
  return server;
}
