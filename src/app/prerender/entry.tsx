/**
 * What the build and the embedded server draw pages with: built for Node beside the app, from the same sources. Data
 * come in from outside, HTML goes out; nothing here reads a network or a file.
 */
import { renderToString } from 'react-dom/server';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { contentSource } from '@/db/content-source';
import { landingPaths } from '@/features/landing/places';
import { type TeacherRows, teacherSource } from '@/features/teachers/prerender-source';
import { type Head, type HeadTag, headTags } from '@/lib/head';
import { PRERENDERED_ID, type PrerenderSource, prerenderFrom } from '@/lib/prerendered';
import { documentTitle } from '@/lib/site';
import { HeadSink } from '@/ui/page-head';
import { moduleOf, preloadPage } from '../lazy-pages';
import { Root } from '../root';

export interface PublicRows extends TeacherRows {
  /** Public content of every kind (src/sync/use-content.ts). */
  content: readonly Record<string, unknown>[];
}

export interface RenderedPage {
  html: string;
  title: string;
  tags: HeadTag[];
  /** Id of the block that carries `answers` in the page. */
  dataId: string;
  /** By question: everything that the page was drawn from. */
  answers: Record<string, unknown>;
  /** The page's own module, from the project's root and without ending; null when it is in the entry. */
  module: string | null;
}

/**
 * A kind of page whose every instance is prerendered. What such pages read, they read through `prerendered`: teachers,
 * cities, styles and public content do already. Posts have their place here.
 */
interface PageKind {
  paths(rows: PublicRows): string[];
}

const KINDS: readonly PageKind[] = [
  { paths: () => ['/', '/search', '/duvidas', '/campanha', '/terms-of-use', '/privacy-policy'] },
  { paths: () => ['/aulas-particulares-de-danca', '/aprenda-a-dancar-com-professores-particulares'] },
  { paths: landingPaths },
  { paths: ({ teachers }) => teachers.map(teacherPath) },
];

/** By slug if there is one; a listing without one has its id. */
function teacherPath({ slug, id }: Record<string, unknown>): string {
  return `/teachers/${encodeURIComponent(String(slug || id))}`;
}

/** Every path that has a page of its own, from the rows of this moment. */
export function prerenderPaths(rows: PublicRows): string[] {
  return KINDS.flatMap((kind) => kind.paths(rows));
}

/** What lazy parts of a page leave behind while their code is not here yet. */
const WAITING = '<!--$!-->';
const MOST_ROUNDS = 20;

/** What pages are drawn from, read once for any number of them. `now` in milliseconds since 1970. */
export function sourceOf(rows: PublicRows, now: number): PrerenderSource {
  const sources = [teacherSource(rows, now), contentSource(rows.content)];
  return (question) => {
    for (const source of sources) {
      const answer = source(question);
      if (answer !== undefined) return answer;
    }
    return undefined;
  };
}

/** Draws one page. Throws when a part of it cannot be drawn. */
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
      return { ...drawn, dataId: PRERENDERED_ID, answers, module: moduleOf(path) };
    }
    // Their imports have begun with this drawing.
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${path}: a part of the page cannot be drawn`, { cause: await whyNot(path) });
}

/** What was thrown in a part of the page: drawing to a string only leaves that part out. */
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
