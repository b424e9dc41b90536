/** Rows as RxDB keeps them: a document each. */
import { type BulkWriteRow, prepareQuery } from 'rxdb/plugins/core';
import type { Row } from '@/db/rows/collections';
import { type Documents, isOlder, type RowStore } from './documents';
import { STATE_ID, type Stored, type StoredCollection } from './stored';

const CONTEXT = 'danceflix-pull';

type PlainCollection<D> = Pick<StoredCollection<D>, 'name' | 'eventBulks$'> & {
  storageInstance: Omit<StoredCollection<D>['storageInstance'], 'close'>;
};

interface Selector {
  _deleted: { $eq: boolean };
  xid?: { $gte: number };
  kind?: { $eq: string };
}

export class PlainRows<R extends Row> implements RowStore<R> {
  constructor(private readonly collection: PlainCollection<Stored<R>>) {}

  find(ids: string[]): Promise<Documents<R>[]> {
    return this.collection.storageInstance.findDocumentsById(ids, true);
  }

  /** By id. */
  async live(): Promise<Documents<R>[]> {
    const documents = await this.query({ _deleted: { $eq: false } });
    return documents.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  ofKind(kind: string): Promise<Documents<R>[]> {
    return this.query({ _deleted: { $eq: false }, kind: { $eq: kind } });
  }

  async since(least: number): Promise<Documents<R>[]> {
    const xid = { $gte: least };
    const both = await Promise.all([false, true].map(($eq) => this.query({ _deleted: { $eq }, xid })));
    return both.flat();
  }

  async count(): Promise<number> {
    const query = this.prepare({ _deleted: { $eq: false } });
    const [{ count }, [state]] = await Promise.all([
      this.collection.storageInstance.count(query),
      this.find([STATE_ID]),
    ]);
    return count - (state ? 1 : 0);
  }

  async write(documents: readonly Documents<R>[]): Promise<void> {
    const before = new Map((await this.find(documents.map(({ id }) => id))).map((old) => [old.id, old]));
    const rows: BulkWriteRow<Stored<R>>[] = documents.flatMap((document) => {
      const previous = before.get(document.id);
      if (!previous) return [{ document }];
      return isOlder(document, previous) ? [] : [{ document, previous }];
    });
    await bulkWrite(this.collection, rows);
  }

  onChange(listener: (documents: readonly Documents<R>[]) => void): () => void {
    const subscription = this.collection.eventBulks$.subscribe(({ events }) =>
      listener(
        events.map(
          ({ documentData, operation }) =>
            ({ ...documentData, _deleted: operation === 'DELETE' }) as unknown as Documents<R>,
        ),
      ),
    );
    return () => subscription.unsubscribe();
  }

  /** Queries the storage directly: RxDB's own queries hide removed documents. */
  private async query(selector: Selector): Promise<Documents<R>[]> {
    return (await this.collection.storageInstance.query(this.prepare(selector))).documents;
  }

  private prepare(selector: Selector) {
    // The index of all documents; that of a kind has only rows.
    const sort = [selector.kind ? { kind: 'asc' } : { xid: 'asc' }, { id: 'asc' }];
    type Filled = Parameters<typeof prepareQuery<Stored<R>>>[1];
    const prepared = prepareQuery<Stored<R>>(this.collection.storageInstance.schema, {
      selector,
      sort,
      skip: 0,
    } as unknown as Filled);
    const { selectorSatisfiedByIndex, sortSatisfiedByIndex } = prepared.queryPlan;
    // Reading all documents would be slow, and the build leaves out what would compare them (scripts/build/no-mingo.ts).
    if (!selectorSatisfiedByIndex || !sortSatisfiedByIndex)
      throw new Error(`No index answers ${JSON.stringify({ selector, sort })}`);
    return prepared;
  }
}

/** Throws when a document is not what it was when it was read. */
export async function bulkWrite<D>(collection: PlainCollection<D>, rows: BulkWriteRow<D>[]): Promise<void> {
  const { error } = await collection.storageInstance.bulkWrite(rows, CONTEXT);
  // Only another puller without the lock could have written in between; the page is pulled again then.
  if (error[0])
    throw new Error(`Writing ${collection.name}: status ${error[0].status} for ${error[0].documentId}`);
}
