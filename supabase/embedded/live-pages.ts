/**
 * Prerendered pages of the current data: static hosts rebuild, the embedded server renders a requested page when rows
 * have changed. A page is rendered once per version of the data.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPublicRows } from '../hosting/public-rows.ts';
import {
  loadRenderer,
  type PageAddress,
  type PublicRows,
  type Renderer,
  type Source,
} from '../hosting/renderer.ts';
import { robots, sitemap } from '../hosting/site-files.ts';
import { PageTemplate } from '../hosting/template.ts';
import type { Database } from './database.ts';
import { Lru } from './lru.ts';

export interface LivePagesOptions {
  /** The built app. */
  dist: string;
  /** The app built for Node. */
  renderer: string;
  database: Database;
  /** Address of the backend, and the publishable key. */
  api: { url: string; key: string };
  /** Public address of the app. */
  site: string;
}

export type LiveAnswer =
  | { kind: 'page'; html: string }
  | { kind: 'file'; text: string }
  /** `lasting`: nobody can undo it, so that browsers may remember it. */
  | { kind: 'moved'; path: string; lasting: boolean }
  | { kind: 'absent'; status: 404 | 410 };

interface Moment {
  pages: readonly PageAddress[];
  paths: ReadonlySet<string>;
  source: Source;
  drawn: Lru<Promise<string>>;
}

/** Paths of pages that exist only while their row does. */
const FOLLOWED = ['/teachers/', '/blog/', '/comunidade/eventos/', '/aulas/'];
const TEACHERS = '/teachers/';
/** Below this path every page is known from the rows; any other address answers 404. */
const WHOLE = '/aulas/';
const MOST_DRAWN = 500;
/** Above this number of teachers reading them takes too long for a request to wait. */
const MANY = 1_000;
/** Placeholder that the build uses for an unknown site address. */
const UNKNOWN_SITE = 'http://localhost:4000';

export class LivePages {
  private readonly tools: Promise<[Renderer, PageTemplate]>;
  private moment: Promise<Moment> | null = null;
  private rows: PublicRows | undefined;
  private version = '';
  private isSlow = false;
  /** Pages of teachers, posts and events, of the build and since: without their row they respond 410. */
  private readonly known = new Set<string>();

  constructor(private readonly options: LivePagesOptions) {
    this.tools = Promise.all([loadRenderer(options.renderer), PageTemplate.read(options.dist)]);
    // Handled by the first request; this prevents an unhandled rejection before it.
    this.tools.catch(() => undefined);
  }

  /** The page at `path` (canonical spelling), where it is now, that it is not there, or null when it is not prerendered. */
  async answer(path: string): Promise<LiveAnswer | null> {
    const { dist, site } = this.options;
    // robots.txt needs no query.
    if (path === '/robots.txt') {
      return { kind: 'file', text: robots(await readFile(join(dist, 'robots.txt'), 'utf8'), site) };
    }
    const moment = await this.present();
    if (path === '/sitemap.xml') return { kind: 'file', text: sitemap(site, moment.pages) };
    if (moment.paths.has(path)) return { kind: 'page', html: await this.draw(path, moment) };
    const [renderer] = await this.tools;
    const moved = renderer.movedTo(path);
    if (moved !== null) return { kind: 'moved', path: moved, lasting: true };
    const present = await this.presentAddress(path);
    // Its owner may take the former address again.
    if (present !== null) return { kind: 'moved', path: present, lasting: false };
    if (this.known.has(path)) return { kind: 'absent', status: 410 };
    return path.startsWith(WHOLE) ? { kind: 'absent', status: 404 } : null;
  }

  /** The page of the teacher whose address this was. */
  private async presentAddress(path: string): Promise<string | null> {
    if (!path.startsWith(TEACHERS)) return null;
    const former = path.slice(TEACHERS.length);
    const [row] = await this.options.database.query('select public.teacher_address($1) as present', [former]);
    const present = row?.present == null ? null : `${TEACHERS}${encodeURIComponent(String(row.present))}`;
    return present === path ? null : present;
  }

  private draw(path: string, moment: Moment): Promise<string> {
    const drawn = moment.drawn.get(path) ?? this.render(path, moment.source);
    moment.drawn.set(path, drawn);
    drawn.catch(() => moment.drawn.delete(path));
    return drawn;
  }

  private async render(path: string, source: Source): Promise<string> {
    const [renderer, template] = await this.tools;
    const html = template.fill(await renderer.renderPage(path, source));
    return html.replaceAll(UNKNOWN_SITE, this.options.site);
  }

  /** Current rows; with thousands of teachers the previous rows while the new ones are read. */
  private async present(): Promise<Moment> {
    const version = await this.readVersion();
    if (this.moment !== null && version === this.version) return this.moment;
    this.version = version;
    const before = this.moment;
    const reading = this.read();
    if (before === null || !this.isSlow) this.moment = reading;
    reading.then(
      () => {
        if (this.version === version) this.moment = reading;
      },
      () => {
        if (this.moment === reading) this.moment = null;
      },
    );
    return this.isSlow && before ? before : reading;
  }

  private async read(): Promise<Moment> {
    const [renderer] = await this.tools;
    const { url, key } = this.options.api;
    if (this.known.size === 0) await this.rememberBuilt();
    const rows = await readPublicRows(url, key, this.rows);
    this.rows = rows;
    this.isSlow = rows.teachers.length > MANY;
    const pages = renderer.prerenderPages(rows);
    const paths = new Set(pages.map(({ path }) => path));
    for (const path of paths) if (FOLLOWED.some((folder) => path.startsWith(folder))) this.known.add(path);
    return { pages, paths, source: renderer.sourceOf(rows, Date.now()), drawn: new Lru(MOST_DRAWN) };
  }

  private async rememberBuilt(): Promise<void> {
    for (const folder of FOLLOWED.filter((one) => one !== WHOLE)) {
      // A build without teachers or posts lacks the folder.
      const built = await readdir(join(this.options.dist, folder), { withFileTypes: true }).catch(() => []);
      for (const entry of built)
        if (entry.isDirectory()) this.known.add(folder + encodeURIComponent(entry.name));
    }
  }

  /**
   * A version that changes with every row used in pages, when an event ends, and daily, because the featured teachers
   * change. Posts that are due are published first.
   */
  private async readVersion(): Promise<string> {
    const { database } = this.options;
    await database.query('select app.list_due_posts()');
    const [row] = await database.query(
      `select concat_ws(' ', (select max(_xid) from public.teacher_listings), (select max(_xid) from public.cities),
         (select max(_xid) from public.dance_styles), (select max(_xid) from public.content_items),
         (select concat(count(*), ' ', max(s.made_at)) from public.share_pictures s),
         (select count(*) from public.events e where app.event_over_at(e.starts_at, e.ends_at) <= now()),
         (now() at time zone 'America/Sao_Paulo')::date) as version`,
    );
    return String(row?.version);
  }
}
