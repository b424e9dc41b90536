/**
 * The child process of product.ts: embedded servers, and their databases for tests that change data
 * behind the app. It serves many servers one after another, since loading the server's code costs
 * more than starting it.
 */
import { z } from 'zod';
import { recordExchanges } from './record-exchanges';

const settings = z.object({
  port: z.number(),
  dataDir: z.string(),
  databaseUrl: z.string().optional(),
  staticDir: z.string(),
  seed: z.enum(['demo', 'none']),
  pages: z.union([z.literal('none'), z.object({ renderer: z.string() })]).default('none'),
  confirmations: z.boolean().optional(),
  limits: z.record(z.string(), z.object({ most: z.number(), within: z.number() })).optional(),
  migrationsDir: z.string().optional(),
});

const request = z.object({
  id: z.number(),
  ask: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('open'), settings }),
    z.object({ kind: z.literal('sql'), server: z.number(), sql: z.string(), params: z.array(z.unknown()) }),
    z.object({ kind: z.literal('close'), server: z.number() }),
  ]),
});

interface Server {
  url: string;
  port: number;
  publishableKey: string;
  secretKey: string;
  mailbox: { token: string };
  database: { query(sql: string, params: unknown[]): Promise<unknown[]> };
  close(): Promise<void>;
}

// Imported by address, not by name: the browser tests must not pull the server's types into their
// own.
const [address = ''] = process.argv.slice(2);
const { startServer }: { startServer(settings: unknown): Promise<Server> } = await import(address);

/** Where to record what browsers ask (tests/upgrade); nothing is recorded without it. */
const record = process.env.RECORD_CONTRACT;
const recording = record ? { around: recordExchanges.bind(null, record) } : {};

const servers = new Map<number, Server>();
let opened = 0;

function running(server: number): Server {
  const found = servers.get(server);
  if (!found) throw new Error('The server is down');
  return found;
}

async function answer({ ask }: z.infer<typeof request>): Promise<unknown> {
  if (ask.kind === 'sql') return running(ask.server).database.query(ask.sql, ask.params);
  if (ask.kind === 'close') {
    await running(ask.server).close();
    servers.delete(ask.server);
    return null;
  }
  const server = await startServer({ ...ask.settings, ...recording, quiet: true });
  opened += 1;
  servers.set(opened, server);
  const { url, port, publishableKey, secretKey, mailbox } = server;
  return { server: opened, url, port, publishableKey, secretKey, mailboxToken: mailbox.token };
}

process.on('message', (message) => {
  const asked = request.parse(message);
  answer(asked).then(
    (value) => process.send?.({ id: asked.id, value }),
    (error: unknown) => process.send?.({ id: asked.id, error: String(error) }),
  );
});
// The parent process that could stop this one is gone.
process.on('disconnect', () => process.exit(1));
