/**
 * Renders pages for the build and the embedded server: built for Node from the same sources as the app. Data are passed
 * in, HTML is returned; this code reads no network and no file.
 */
import { renderToString } from 'react-dom/server';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { ENOUGH } from '@/db/memory/areas';
import { contentSource } from '@/db/memory/content-source';
import { type ArticleRows, articlePath, articleSource } from '@/features/blog/prerender-source';
import { LESSONS, landingInsteadOf, landingPaths, lessonsPath } from '@/features/landing/places';
import { placesOf, type TeacherRows, teacherSource } from '@/features/teachers/prerender-source';
import { type Head, type HeadTag, headTags } from '@/lib/head';
import { PRERENDERED_ID, type PrerenderSource, prerenderFrom } from '@/lib/prerendered';
import { documentTitle } from '@/lib/site';
import { HeadSink } from '@/ui/page-head';
import { Root } from '../root';
import { preloadPage } from '../router/lazy-pages';
import { ALL_ROUTES, routeOf, sectionOf } from '../router/route-of';
import type { Prerender } from '../routes/row';

export interface PublicRows extends TeacherRows, ArticleRows {
  /** Public content of every kind (src/reads/use-content.ts). */
  content: readonly Record<string, unknown>[];
  sharePictures: ReadonlyArray<readonly [id: string, version: string]>;
}

export interface RenderedPage {
  html: string;
  title: string;
  tags: HeadTag[];
  /** The id of the block that embeds `answers` in the page. */
  dataId: string;
  /** The answers that the page was rendered from, by question. */
  answers: Record<string, unknown>;
  /** The page's own module, from the project's root and without ending. */
  module: string;
}

export interface PageAddress {
  path: string;
  /** When the page last changed, ISO; null where that is unknown. */
  changedAt: string | null;
  /** False: drawn, but not for search engines. */
  indexed?: boolean;
}

type Addresses = (rows: PublicRows, path: string) => PageAddress[];

const undated = (paths: readonly string[]): PageAddress[] => paths.map((path) => ({ path, changedAt: null }));

/**
 * The addresses of each prerendered route. Such pages have to read their data through `prerendered`: teachers, cities,
 * styles, public content, articles and the time (`useNow`) already do.
 */
const ADDRESSES: Record<Prerender, Addresses> = {
  page: (rows, path) => [{ path, changedAt: null, indexed: NEEDS[path]?.(rows) ?? true }],
  landings: landingPages,
  teachers: ({ teachers }) => undated(teachers.map(teacherPath)),
  places: placePages,
  blog: (rows, path) => [{ path, changedAt: newestOf(articlePages(rows)) }],
  articles: articlePages,
  events: ({ content }) => undated(content.filter(({ kind }) => kind === 'event').map(eventPath)),
};

/** The landing pages of one style: those without a teacher are drawn, but kept out of search engines. */
function landingPages(rows: PublicRows, path: string): PageAddress[] {
  const taught = new Set<string>(
    placesOf(rows).flatMap(({ city, styles }) => styles.map(({ style }) => lessonsPath(style, city))),
  );
  const section = landingPaths().filter((one) => sectionOf(one) === sectionOf(path));
  return section.map((one) => ({ path: one, changedAt: null, indexed: taught.has(one) }));
}

/** Pages that are kept out of search engines while they have nothing to show. */
const NEEDS: Readonly<Record<string, (rows: PublicRows) => boolean>> = {
  [LESSONS]: (rows) => placesOf(rows).some(({ styles }) => styles.some(({ count }) => count >= ENOUGH)),
  '/campanha': ({ teachers }) => teachers.length > 0,
};

/** Every style in every city with a teacher, without those that have a landing page. */
function placePages(rows: PublicRows): PageAddress[] {
  const pages = placesOf(rows).flatMap(({ city, styles }) =>
    styles.map(({ style }): [string, PageAddress] => {
      const path = lessonsPath(style, city);
      return [path, { path, changedAt: null }];
    }),
  );
  // Names that differ in punctuation alone share an address.
  return [...new Map(pages).values()].filter(({ path }) => path.startsWith(`${LESSONS}/`));
}

/** The address that stands for this one for ever; null where the address is its own. */
export const movedTo = landingInsteadOf;

/** With the slug if there is one, else with the id. */
function teacherPath({ slug, id }: Record<string, unknown>): string {
  return `/teachers/${encodeURIComponent(String(slug || id))}`;
}

const eventPath = ({ slug, id }: Record<string, unknown>): string =>
  `/comunidade/eventos/${encodeURIComponent(String(slug || id))}`;

/** Every post whose text is there. A post's row changes with its text. */
function articlePages({ articles, content }: PublicRows): PageAddress[] {
  const rows = new Map(content.map((row) => [row.id, row]));
  return articles.map((article) => ({
    path: articlePath(article),
    changedAt: momentOf(rows.get(article.id)?.updated_at),
  }));
}

function newestOf(pages: readonly PageAddress[]): string | null {
  const [newest = ''] = pages.map(({ changedAt }) => changedAt ?? '').sort((a, b) => (a < b ? 1 : -1));
  return newest || null;
}

function momentOf(value: unknown): string | null {
  const moment = new Date(String(value));
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** Every prerendered page, for these rows. */
export function prerenderPages(rows: PublicRows): PageAddress[] {
  return ALL_ROUTES.flatMap(({ path, prerender }) => (prerender ? ADDRESSES[prerender](rows, path) : []));
}

/** React's mark for a lazy part whose code is not loaded yet. */
const WAITING = '<!--$!-->';
const MOST_ROUNDS = 20;

/** The source of answers for any number of pages. `now` in milliseconds since 1970. */
export function sourceOf(rows: PublicRows, now: number): PrerenderSource {
  const pictures = new Map(rows.sharePictures.map(([id, version]) => [`share_picture ${id}`, version]));
  const sources: PrerenderSource[] = [
    (question) => pictures.get(question),
    teacherSource(rows, now),
    contentSource(rows.content),
    articleSource(rows),
    (question) => (question === 'now' ? now : undefined),
  ];
  return (question) => {
    for (const source of sources) {
      const answer = source(question);
      if (answer !== undefined) return answer;
    }
    return undefined;
  };
}

/** Renders one page. Throws when a part of it cannot be rendered. */
export async function renderPage(path: string, source: PrerenderSource): Promise<RenderedPage> {
  await preloadPage(path);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const answers: Record<string, unknown> = {};
    prerenderFrom((question) => {
      const answer = source(question);
      if (answer !== undefined) answers[question] = answer;
      return answer;
    });
    const drawn = draw(path);
    if (!drawn.html.includes(WAITING)) {
      return { ...drawn, dataId: PRERENDERED_ID, answers, module: `src/${routeOf(path).module}` };
    }
    // This rendering has started the imports of the lazy parts.
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${path}: a part of the page cannot be drawn`, { cause: await whyNot(path) });
}

/** The error of a failed part: rendering to a string only leaves the part out. */
async function whyNot(path: string): Promise<unknown> {
  let cause: unknown;
  const onError = (error: unknown) => {
    cause ??= error;
  };
  await prerenderToNodeStream(
    tree(path, () => undefined),
    { onError },
  );
  return cause;
}

function tree(path: string, sink: (head: Head) => void) {
  return (
    <HeadSink value={sink}>
      <Root router={({ children }) => <StaticRouter location={path}>{children}</StaticRouter>} />
    </HeadSink>
  );
}

function draw(path: string): Pick<RenderedPage, 'html' | 'title' | 'tags'> {
  let head: Head | null = null;
  const html = renderToString(
    tree(path, (next) => {
      head = next;
    }),
  );
  if (!head) throw new Error(`${path}: the page has no head`);
  const { title } = head as Head;
  return { html, title: documentTitle(title), tags: headTags(head) };
}
