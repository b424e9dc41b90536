/**
 * Deletes rows of storage.objects as Storage's own server does: a setting marks the session as
 * Storage.
 */
import type { TestDatabase } from '../../support/database.ts';

const BY_STORAGE = `select set_config('storage.allow_delete_query', 'true', true)`;

/** The number of files of that name that Storage may remove for the person. */
export const removedAs = (database: TestDatabase, person: string, name: string): Promise<number> =>
  database.as('authenticated', person, async (tx) => {
    await tx.query(BY_STORAGE);
    return (await tx.query('delete from storage.objects where name = $1 returning 1', [name])).length;
  });

/** Empties the folders, whoever owns them. */
export const emptyFolders = (database: TestDatabase, folders: readonly string[]): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query(BY_STORAGE);
    await tx.query('delete from storage.objects where (storage.foldername(name))[1] = any ($1)', [
      `{${folders.join()}}`,
    ]);
  });
