import type { Hono } from 'hono';
import { type ReleaseFacts, releaseFacts } from '../../scripts/build/release-facts.ts';
import { DATA_HEADERS } from '../hosting/headers.ts';
import type { Database } from './database.ts';
import { messageOf } from './start-failure.ts';
import type { StaticFiles } from './static-files.ts';

/**
 * `/health`: whether the database answers, which release this server is, and which one the served app is (`version.json`
 * of its build, also there on a static host). The two differ while a new app waits for its server, or the other way.
 */
export function healthRoute(app: Hono, database: Database, staticFiles: StaticFiles | null): void {
  let server: ReleaseFacts | undefined;
  app.get('/health', async (c) => {
    server ??= releaseFacts();
    const isOk = await answers(database);
    return c.json({ ok: isOk, server, app: await servedApp(staticFiles) }, isOk ? 200 : 503, {
      ...DATA_HEADERS,
      'cache-control': 'no-store',
    });
  });
}

async function answers(database: Database): Promise<boolean> {
  try {
    await database.query('select 1');
    return true;
  } catch (error) {
    console.error(`The database does not respond: ${messageOf(error)}`);
    return false;
  }
}

/** Null when no app is served, or one that was built before builds named their version. */
async function servedApp(staticFiles: StaticFiles | null): Promise<unknown> {
  const answer = await staticFiles?.serve(new Request('http://localhost/version.json'));
  return answer?.ok ? answer.json() : null;
}
