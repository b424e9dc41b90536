/** Public content in this page's memory: only what a screen has asked for, updated while a screen shows it. */

import type { ContentKind, ContentRow } from '@/db/rows/public-rows';
import { mayBeStored } from '@/db/storage/names';
import { pause } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { type ContentAnswer, lookUpContent } from './lookup';

/** A snapshot: replaced by a new object with every change. */
export interface ContentSnapshot extends ContentAnswer {
  /** The replica was read, or does not answer in time: then content that is not usable may be asked of the server. */
  isRead: boolean;
}

type LookUp = (kind: ContentKind, key: string | null) => Promise<ContentAnswer | null>;

/** Milliseconds that an unresponsive storage may delay a screen that could ask the server. */
const PATIENCE = 2_500;

const UNREAD: ContentSnapshot = { rows: [], usable: false, isRead: false };

/** The rows of a kind, or the row with a slug or id. */
export class ContentView {
  private snapshot = UNREAD;
  private stale = true;
  private reading = false;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly kind: ContentKind,
    private readonly key: string | null,
    private readonly lookUp: LookUp,
  ) {}

  readonly get = (): ContentSnapshot => this.snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    this.read();
    return () => this.listeners.delete(listener);
  };

  /** The replica has changed: reads again, now or when a screen shows the content. */
  refresh(): void {
    this.stale = true;
    this.read();
  }

  private read(): void {
    if (!this.stale || this.reading || this.listeners.size === 0) return;
    this.reading = true;
    this.readAll()
      .catch((error: unknown) => {
        logger.warn('Content was not read', error);
        this.update({ isRead: true });
      })
      .finally(() => {
        this.reading = false;
        this.read();
      });
  }

  private async readAll(): Promise<void> {
    const answered = new AbortController();
    void this.giveUp(answered.signal);
    try {
      this.stale = false;
      const answer = await this.lookUp(this.kind, this.key);
      // Painted content stays when the replica can no longer be read.
      this.update({ isRead: true, ...answer });
    } finally {
      answered.abort();
    }
  }

  private async giveUp(answered: AbortSignal): Promise<void> {
    if (this.snapshot.isRead) return;
    const nothing = await mayBeStored('content').then(
      (may) => !may,
      () => true,
    );
    if (!nothing) await pause(PATIENCE, answered);
    if (!answered.aborted) this.update({ isRead: true });
  }

  private update(part: Partial<ContentSnapshot>): void {
    const next = { ...this.snapshot, ...part };
    if (sameRows(next.rows, this.snapshot.rows)) next.rows = this.snapshot.rows;
    const { rows, usable, isRead } = this.snapshot;
    if (next.rows === rows && next.usable === usable && next.isRead === isRead) return;
    this.snapshot = next;
    for (const listener of this.listeners) listener();
  }
}

export class ContentStore {
  private readonly views = new Map<string, ContentView>();

  constructor(private readonly lookUp: LookUp = lookUpContent) {}

  /** Returns the same object for the same arguments. */
  view(kind: ContentKind, key: string | null = null): ContentView {
    const name = `${kind}/${key ?? ''}`;
    const view = this.views.get(name) ?? new ContentView(kind, key, this.lookUp);
    this.views.set(name, view);
    return view;
  }

  refresh(): void {
    for (const view of this.views.values()) view.refresh();
  }
}

export const contentStore = new ContentStore();

function sameRows(a: readonly ContentRow[], b: readonly ContentRow[]): boolean {
  return (
    a.length === b.length &&
    a.every((row, place) => row.id === b[place]?.id && row.updated_at === b[place]?.updated_at)
  );
}
