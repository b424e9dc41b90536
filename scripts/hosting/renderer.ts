/** The app built for Node, which draws pages (src/app/prerender): loaded when the first page is wanted. */
import { pathToFileURL } from 'node:url';

export interface PublicRows {
  teachers: readonly Record<string, unknown>[];
  cities: ReadonlyArray<readonly [id: string, name: string, active: boolean]>;
  danceStyles: ReadonlyArray<readonly [id: string, name: string, active: boolean]>;
  content: readonly Record<string, unknown>[];
  /** Published posts with their texts, as `blog_post` answers. */
  articles: readonly Record<string, unknown>[];
}

export interface PageAddress {
  path: string;
  /** ISO; null where nobody knows when the page changed. */
  changedAt: string | null;
}

export interface HeadTag {
  tag: 'meta' | 'link';
  key: { name: string; value: string };
  attribute: string;
  value: string | null;
}

export interface RenderedPage {
  html: string;
  title: string;
  tags: readonly HeadTag[];
  dataId: string;
  answers: Record<string, unknown>;
  module: string;
}

/** Answers what screens ask; made by the renderer, for the renderer. */
export type Source = (question: string) => unknown;

export interface Renderer {
  prerenderPages(rows: PublicRows): PageAddress[];
  sourceOf(rows: PublicRows, now: number): Source;
  renderPage(path: string, source: Source): Promise<RenderedPage>;
}

export async function loadRenderer(file: string): Promise<Renderer> {
  return (await import(pathToFileURL(file).href)) as Renderer;
}
