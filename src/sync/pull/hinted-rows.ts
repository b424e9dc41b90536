/**
 * Rows that came with hints. They are shown and stored without a request. A hint also says which part of the collection
 * it brings whole: the checkpoint moves with it where nothing is missing before that part. They are stored between two
 * pulls, because both write the same rows.
 */
import { isAfter, START } from '@/db/rows/checkpoint';
import type { CollectionName, RowTypes } from '@/db/rows/collections';
import { type HintPage, readHint } from '@/db/storage/pull-page';
import type { CollectionsOf, Replica, ReplicaCollection } from '@/db/storage/replica';
import { withPage } from '@/db/storage/unread';

/** Hints that may wait for a pull to end; later ones are followed by a pull. */
const MOST_WAITING = 20;

type Row = RowTypes[CollectionName];
type Collection = ReplicaCollection<Row>;

/** `isUrgent`: false when only earlier changes are missing, whose hints did not arrive. */
export type PullInstead = (isUrgent: boolean) => void;

interface Waiting {
  hint: HintPage<Row>;
  pullInstead: PullInstead;
}

export class HintedRows {
  private readonly waiting = new Map<CollectionName, Waiting[]>();

  constructor(private readonly replica: Replica) {}

  get areWaiting(): boolean {
    return this.waiting.size > 0;
  }

  /** Returns whether the content of a hint can be stored. `pullInstead` is called when a pull is needed after all. */
  take(name: CollectionName, content: unknown, pullInstead: PullInstead): boolean {
    const waiting = this.waiting.get(name) ?? [];
    const hint = readHint(name, content);
    if (!hint || waiting.length >= MOST_WAITING) return false;
    this.waiting.set(name, [...waiting, { hint, pullInstead }]);
    return true;
  }

  /** Stores what waits for a collection. Resolves to whether there was anything new. Throws errors of the storage. */
  async store(name: CollectionName): Promise<boolean> {
    const waiting = this.waiting.get(name);
    if (!waiting) return false;
    this.waiting.delete(name);
    const collections: CollectionsOf<CollectionName> = this.replica;
    let isStored = false;
    for (const { hint, pullInstead } of waiting) {
      const outcome = await store(collections[name] as Collection, hint);
      if (outcome === 'stored' || outcome === 'gap') isStored = true;
      if (outcome === 'gap' || outcome === 'refused') pullInstead(outcome === 'refused');
    }
    return isStored;
  }
}

/**
 * `gap`: stored, but changes before them are missing. `known`: all of it was here. `refused`: the rows are of another
 * history, or contradict what is here; nothing was stored.
 */
type Outcome = 'stored' | 'gap' | 'known' | 'refused';

async function store(collection: Collection, { epoch, rows, range }: HintPage<Row>): Promise<Outcome> {
  const state = await collection.state();
  if (!state?.complete || state.mixed || state.epoch !== epoch) return 'refused';
  const here = state.checkpoint ?? START;
  if (range && !isAfter(range.checkpoint, here)) {
    return (await collection.holds(rows)) ? 'known' : 'refused';
  }
  if (!range || isAfter(range.after, here)) {
    await collection.writeRows(rows, state);
    return range ? 'gap' : 'stored';
  }
  const { unread, ...rest } = state;
  const left = withPage(unread, [], new Set(rows.map((one) => (one.deleted ? one.id : one.row.id))));
  const next = {
    ...rest,
    checkpoint: range.checkpoint,
    previous: state.checkpoint,
    ...(left && { unread: left }),
  };
  await collection.writePage(rows, next, async () => undefined);
  return 'stored';
}
