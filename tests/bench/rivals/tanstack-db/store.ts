/**
 * A TanStack DB collection of all teachers, stored by its SQLite persistence for browsers (a worker
 * over OPFS), with an index for the order of the list. Each pulled page is one transaction, its
 * checkpoint is in the collection's metadata.
 */
import {
  createBrowserWASQLitePersistence,
  openBrowserWASQLiteOPFSDatabase,
  persistedCollectionOptions,
} from '@tanstack/browser-db-sqlite-persistence';
import { BTreeIndex, createCollection } from '@tanstack/react-db';
import type { Checkpoint } from '@/db/rows/checkpoint';
import type { TeacherRow } from '@/db/rows/public-rows';
import { subscribeToHints } from '@/sync/hints/hints';
import { pullTeachers, serially } from '../shared/pull';
import { afterFirstResults, tellSynced } from '../shared/tell';

export const LEXICAL = { stringSort: 'lexical' } as const;

const database = await openBrowserWASQLiteOPFSDatabase({ databaseName: 'rival.sqlite' });

export const teachers = createCollection(
  persistedCollectionOptions<TeacherRow, string>({
    id: 'teachers',
    getKey: (row) => row.id,
    persistence: createBrowserWASQLitePersistence({ database }),
    schemaVersion: 1,
    sync: {
      rowUpdateMode: 'full',
      sync: ({ begin, write, commit, markReady, metadata, collection }) => {
        if (!metadata) throw new Error('This collection keeps no metadata');
        const pull = serially(async () => {
          const from = (metadata.collection.get('checkpoint') as Checkpoint | undefined) ?? null;
          await pullTeachers(from, async ({ rows, checkpoint }) => {
            if (rows.length === 0) return;
            begin();
            for (const row of rows) {
              const known = collection.has(row.deleted ? row.id : row.row.id);
              if (!row.deleted) write({ type: known ? 'update' : 'insert', value: row.row });
              else if (known) write({ type: 'delete', key: row.id });
            }
            metadata.collection.set('checkpoint', checkpoint);
            commit();
            markReady();
          });
          markReady();
          tellSynced();
        });
        pull();
        afterFirstResults(() => subscribeToHints({ onHint: pull, onConnected: pull }));
      },
    },
  }),
);

teachers.createIndex((row) => row.rank, { indexType: BTreeIndex, options: { compareOptions: LEXICAL } });
