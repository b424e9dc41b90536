/**
 * PowerSync's database in the browser: SQLite in a worker over OPFS, and a raw table instead of
 * JSON views. Not over `OPFSWriteAheadVFS`, which is newer: in this release its second connection
 * sometimes reads before the first one has made the tables, and the database never opens.
 */
import { PowerSyncDatabase, Schema, WASQLiteVFS } from '@powersync/web';
import type { Checkpoint } from '@/db/rows/checkpoint';
import type { TeacherRow } from '@/db/rows/public-rows';
import type { PulledPage } from '../shared/pull';

const COLUMNS = [
  'id',
  'name',
  'folded_name',
  'rank',
  'city_id',
  'style_ids',
  'profile_image_url',
  'whatsapp',
  'bio',
  'experience',
  'neighborhood',
  'instagram',
  'modalidades_aula',
  'slug',
  'is_featured',
  'is_highlighted',
  'rating_average',
  'rating_count',
  'five_stars',
  'four_stars',
  'three_stars',
  'two_stars',
  'one_star',
  'approved_at',
  'story',
  'music',
  'availability',
  'videos',
  'photos',
  'lessons_given',
  'reply_hours',
  'reply_tenths',
  'checks',
] as const satisfies readonly (keyof TeacherRow)[];

export const db = new PowerSyncDatabase({
  schema: new Schema({}),
  database: {
    dbFilename: 'rival.db',
    vfs: WASQLiteVFS.OPFSCoopSyncVFS,
    preparedStatementsCache: 20,
    disableSSRWarning: true,
  },
});

let opening: Promise<void> | null = null;

export function open(): Promise<void> {
  opening ??= (async () => {
    await db.execute(`create table if not exists teachers (${COLUMNS.join(', ')}, primary key (id))`);
    // The columns that filtering and counting read.
    await db.execute(
      'create index if not exists teachers_rank on teachers (rank, folded_name, city_id, style_ids)',
    );
    await db.execute(
      'create table if not exists progress (key text primary key, checkpoint text, done integer)',
    );
  })();
  return opening;
}

/** One statement for all rows of a page, one transaction for the rows and their checkpoint. */
export async function storePage({ rows, checkpoint, done }: PulledPage): Promise<void> {
  const live = rows.flatMap((row) => (row.deleted ? [] : [row.row]));
  const gone = rows.flatMap((row) => (row.deleted ? [row.id] : []));
  await db.writeTransaction(async (tx) => {
    if (live.length > 0) {
      const values = COLUMNS.map((column) => `value ->> '${column}'`).join(', ');
      await tx.execute(
        `insert or replace into teachers (${COLUMNS.join(', ')}) select ${values} from json_each(?)`,
        [JSON.stringify(live)],
      );
    }
    if (gone.length > 0) {
      await tx.execute('delete from teachers where id in (select value from json_each(?))', [
        JSON.stringify(gone),
      ]);
    }
    await tx.execute('insert or replace into progress values (?, ?, ?)', [
      'teachers',
      JSON.stringify(checkpoint),
      done ? 1 : 0,
    ]);
  });
}

export async function readCheckpoint(): Promise<Checkpoint | null> {
  const row = await db.getOptional<{ checkpoint: string }>('select checkpoint from progress');
  return row ? (JSON.parse(row.checkpoint) as Checkpoint | null) : null;
}

export type StoredRow = Record<(typeof COLUMNS)[number], string | number | null>;

export function toRow(stored: StoredRow): TeacherRow {
  const list = (value: string | number | null) => JSON.parse(String(value ?? '[]')) as string[];
  return {
    ...(stored as unknown as TeacherRow),
    style_ids: list(stored.style_ids),
    modalidades_aula: list(stored.modalidades_aula),
    availability: list(stored.availability),
    videos: list(stored.videos),
    photos: list(stored.photos),
    is_featured: stored.is_featured === 1,
    is_highlighted: stored.is_highlighted === 1,
  };
}
