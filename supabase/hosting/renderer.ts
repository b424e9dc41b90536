/** Loads the app built for Node, which renders pages (src/app/prerender), when the first page is requested. */
import { pathToFileURL } from 'node:url';

export interface PublicRows {
  teachers: readonly Record<string, unknown>[];
  cities: ReadonlyArray<readonly [id: string, name: string, active: boolean]>;
  danceStyles: ReadonlyArray<readonly [id: string, name: string, active: boolean]>;
  content: readonly Record<string, unknown>[];
  /** Published posts with their texts, as returned by `blog_post`. */
  articles: readonly Record<string, unknown>[];
  /** Of shown teachers, articles and events. */
  sharePictures: ReadonlyArray<readonly [id: string, version: string]>;
}

export interface PageAddress {
  path: string;
  /** ISO 8601; null when the time of the last change is unknown. */
  changedAt: string | null;
  /** False: drawn, but not for search engines. */
  indexed?: boolean;
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

/** Answers the requests of screens while rendering; created by the renderer. */
export type Source = (question: string) => unknown;

export interface Renderer {
  prerenderPages(rows: PublicRows): PageAddress[];
  movedTo(path: string): string | null;
  sourceOf(rows: PublicRows, now: number): Source;
  renderPage(path: string, source: Source): Promise<RenderedPage>;
}

export async function loadRenderer(file: string): Promise<Renderer> {
  return (await import(pathToFileURL(file).href)) as Renderer;
}
