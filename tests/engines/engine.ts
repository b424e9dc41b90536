/**
 * The interface between the walk on the offline path and a browser, whichever browser and protocol
 * it is.
 */

import type { Control } from '../e2e/pages/controls';

/** Locates elements as people do. Only visible elements count. */
export type Sought = Control;

/** Runs in the page; arguments and result are JSON. */
export type InPage<Args extends unknown[], Result> = (...args: Args) => Result | Promise<Result>;

export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  run<Args extends unknown[], Result>(work: InPage<Args, Result>, ...args: Args): Promise<Result>;
  /** Resolves to false when there is nothing to click. */
  click(sought: Sought): Promise<boolean>;
  /** Replaces the field's text. Resolves to false when there is no field. */
  fill(sought: Sought, text: string): Promise<boolean>;
  /** The text of every match. */
  texts(sought: Sought): Promise<string[]>;
  /** Saves the window as PNG. */
  shoot(path: string): Promise<void>;
  close(): Promise<void>;
}

/** A phone with one browser: closed and opened again it keeps everything that sites stored. */
export interface Engine {
  /** Name and version of the browser. */
  readonly version: string;
  /** Errors that pages have reported so far. */
  readonly errors: string[];
  /** The open tabs. */
  readonly tabs: readonly Tab[];
  open(): Promise<Tab>;
  newTab(): Promise<Tab>;
  close(): Promise<void>;
  discard(): Promise<void>;
}
