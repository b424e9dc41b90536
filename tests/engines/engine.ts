/** What the walk on the offline path asks of a browser, whichever it is and by whatever protocol it is driven. */

/** What a person would look for: by role and name, by a field's label, or by its words. Only what is drawn counts. */
export type Sought =
  | { role: string; name?: string | RegExp; level?: number; within?: Sought }
  | { label: string }
  | { text: string | RegExp };

/** Runs in the page; what goes in and comes out is JSON. */
export type InPage<Args extends unknown[], Result> = (...args: Args) => Result | Promise<Result>;

export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  run<Args extends unknown[], Result>(work: InPage<Args, Result>, ...args: Args): Promise<Result>;
  /** Whether it was there to be clicked. */
  click(sought: Sought): Promise<boolean>;
  /** Replaces what is in the field. Whether it was there. */
  fill(sought: Sought, text: string): Promise<boolean>;
  /** The text of everything found. */
  texts(sought: Sought): Promise<string[]>;
  /** What the window shows, as PNG. */
  shoot(path: string): Promise<void>;
  close(): Promise<void>;
}

/** A phone with one browser on it: closed and opened again it has everything that sites stored. */
export interface Engine {
  /** Name and version. */
  readonly version: string;
  /** What pages have reported as errors so far. */
  readonly errors: string[];
  /** What is open now. */
  readonly tabs: readonly Tab[];
  open(): Promise<Tab>;
  newTab(): Promise<Tab>;
  close(): Promise<void>;
  discard(): Promise<void>;
}
