/** Databases copied from another one of the same cluster. */
import postgres from 'postgres';

let copies = 0;

/** A copy of a database that nobody uses at the moment. Returns its URL. */
export async function cloneDatabase(url: string): Promise<string> {
  copies += 1;
  const copy = new URL(url);
  copy.pathname = `/copy_${process.pid}_${copies}`;
  await asOwner(
    url,
    (sql) => sql`create database ${sql(nameIn(copy))} template ${sql(nameIn(new URL(url)))}`,
  );
  return copy.href;
}

/** Whoever still uses it is cut off. */
export async function dropDatabase(url: string): Promise<void> {
  await asOwner(url, (sql) => sql`drop database if exists ${sql(nameIn(new URL(url)))} with (force)`);
}

const nameIn = (url: URL) => url.pathname.slice(1);

async function asOwner(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const beside = new URL(url);
  beside.pathname = '/postgres';
  const sql = postgres(beside.href, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
