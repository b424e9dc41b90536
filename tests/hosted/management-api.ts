/**
 * A stand-in for Supabase's management API at the address of the CLI's built-in profile
 * `supabase-local`: it implements the calls of `config push`, `functions deploy` and `secrets set`,
 * and the queries of a deploy. It records every change.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';

const PORT = 8080;

export interface Told {
  method: string;
  /** The path below the project's address. */
  path: string;
  body: string;
}

export interface ManagementStandIn {
  /** The requested changes, oldest first. */
  told: Told[];
  /** Prefix of the paths that are answered with 500. */
  broken: string | null;
  /** Runs a statement as the API does. */
  query: (statement: string) => Promise<unknown[]>;
  stop(): Promise<void>;
}

export async function startManagementApi(ref: string): Promise<ManagementStandIn> {
  /** Every setting of Auth by name, as an unchanged project returns it. */
  const untouched = JSON.parse(
    await readFile(new URL('auth-settings.json', import.meta.url), 'utf8'),
  ) as object;
  const deployed = { id: 'f', name: 'f', version: 1, status: 'ACTIVE', created_at: 1, updated_at: 1 };
  const api: ManagementStandIn = {
    told: [],
    broken: null,
    query: async () => [],
    stop: async () => undefined,
  };

  const answers: Record<string, (asked: Told) => unknown> = {
    '': () => ({
      ...{
        id: ref,
        ref,
        organization_id: 'o',
        organization_slug: 'o',
        name: 'danceflix',
        region: 'sa-east-1',
      },
      ...{ created_at: '2026-01-01T00:00:00Z', status: 'ACTIVE_HEALTHY' },
      database: { host: 'db.invalid', version: '17.6.1.1', postgres_engine: '17', release_channel: 'ga' },
    }),
    '/api-keys': () =>
      ['publishable', 'secret'].map((type) => ({
        ...{ id: type, name: 'default', type, prefix: 'sb_', description: null },
        api_key: `sb_${type}_of_the_stand_in_project`,
      })),
    '/billing/addons': () => ({ selected_addons: [], available_addons: [] }),
    '/config': () => ({
      data: {
        ...{ type: 'project_config', id: ref },
        attributes: {
          api: { exposed_schemas: ['public'], extra_search_path: ['public'], max_rows: 100 },
          auth: { site_url: 'http://localhost:3000' },
          database: { major_version: 17 },
          pooler: {},
          realtime: { private_only: false },
          storage: { file_size_limit: 52_428_800, features: { image_transformation: { enabled: true } } },
        },
      },
    }),
    '/postgrest': () => ({
      ...{ db_schema: 'public', db_extra_search_path: 'public', max_rows: 1000, db_pool: null },
      db_pool_acquisition_timeout: 10,
    }),
    '/config/auth': ({ body }) => ({ ...untouched, ...(JSON.parse(body) as object) }),
    '/config/storage': () => ({}),
    '/config/realtime': () => null,
    '/secrets': () => null,
    '/functions': ({ method }) =>
      method === 'PUT' ? { functions: ['a', 'b', 'c'].map((slug) => ({ ...deployed, slug })) } : [],
    '/functions/deploy': () => ({ ...deployed, slug: 'f' }),
    '/database/query': ({ body }) => api.query((JSON.parse(body) as { query: string }).query),
  };

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.replace(new RegExp(`^/v[12]/projects/${ref}`), '');
    const asked = { method: request.method ?? '', path, body: await bodyOf(request) };
    const isRead = asked.method === 'GET';
    if (!isRead) api.told.push(asked);
    const answer = answers[path];
    const isBroken = !isRead && api.broken !== null && path.startsWith(api.broken);
    try {
      if (isBroken || answer === undefined) throw new Error(isBroken ? 'out of order' : `no ${path} here`);
      const content = await answer(asked);
      response.writeHead(asked.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
      response.end(content === null ? '' : JSON.stringify(content));
    } catch (error) {
      response.writeHead(isBroken ? 500 : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: String(error) }));
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, 'localhost', resolve);
  });
  api.stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return api;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
