/**
 * Pulls into Dexie beside the page: one write for all rows of a page, together with its checkpoint.
 */
import { pullTeachers, serially } from '../shared/pull';
import { Store } from './store';

const store = new Store();

const pull = serially(async () => {
  const { checkpoint = null } = (await store.progress.get('teachers')) ?? {};
  await pullTeachers(checkpoint, (page) =>
    store.transaction('rw', store.teachers, store.progress, async () => {
      const live = page.rows.flatMap((row) => (row.deleted ? [] : [row.row]));
      const gone = page.rows.flatMap((row) => (row.deleted ? [row.id] : []));
      if (live.length > 0) await store.teachers.bulkPut(live);
      if (gone.length > 0) await store.teachers.bulkDelete(gone);
      await store.progress.put({ key: 'teachers', checkpoint: page.checkpoint, done: page.done });
    }),
  );
  postMessage('pulled');
});

addEventListener('message', pull);
