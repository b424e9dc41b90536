/** Answers the page's requests for content from the replica, and announces changes. */

import type { ContentAnswer } from '@/db/memory/lookup';
import { inOrder, isId } from '@/db/rows/content-order';
import type { ContentKind, ContentRow } from '@/db/rows/public-rows';
import type { Replica, ReplicaChange } from '@/db/storage/replica';

export class ContentResponder {
  private usable = false;

  constructor(
    private readonly content: Replica['content'],
    private readonly onChange: () => void,
  ) {}

  /** Returns a function that stops listening. */
  listen(): () => void {
    return this.content.onChange((change) => this.changed(change));
  }

  async answer(kind: ContentKind, key: string | null): Promise<ContentAnswer> {
    // Read the state first: rows that are read after it are at least as new.
    const state = await this.content.state();
    this.usable ||= state?.usable === true;
    return { rows: await this.find(kind, key), usable: state?.usable === true };
  }

  private async find(kind: ContentKind, key: string | null): Promise<ContentRow[]> {
    if (key === null) return inOrder(await this.content.ofKind(kind));
    if (isId(key)) {
      const row = await this.content.row(key.toLowerCase());
      return row?.kind === kind ? [row] : [];
    }
    return (await this.content.ofKind(kind)).filter(({ slug }) => slug === key);
  }

  /** Every pull stores its checkpoint; that alone changes no content. */
  private changed({ rows, removed, state }: ReplicaChange<ContentRow>): void {
    const becameUsable = state?.usable === true && !this.usable;
    this.usable ||= becameUsable;
    if (rows.length + removed.length > 0 || becameUsable) this.onChange();
  }
}
