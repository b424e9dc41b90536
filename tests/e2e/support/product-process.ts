/** The process behind product.ts: the embedded server, and its database for tests that change things behind the app. */
import { z } from 'zod';

const settings = z
  .object({
    port: z.number(),
    dataDir: z.string(),
    staticDir: z.string(),
    seed: z.enum(['demo', 'none']),
    pages: z.union([z.literal('none'), z.object({ renderer: z.string() })]),
    confirmations: z.boolean().optional(),
  })
  .parse(JSON.parse(process.argv[2] ?? '{}'));

const request = z.object({ id: z.number(), sql: z.string(), params: z.array(z.unknown()) });

interface Started {
  url: string;
  port: number;
  publishableKey: string;
  secretKey: string;
  database: { query(sql: string, params: unknown[]): Promise<unknown[]> };
  close(): Promise<void>;
}

// By address and not by name: the browser tests must not pull the server's types into their own.
const address = new URL('../../../supabase/embedded/server.ts', import.meta.url).href;
const { startServer }: { startServer(settings: unknown): Promise<Started> } = await import(address);
const { url, port, publishableKey, secretKey, database, close } = await startServer({
  ...settings,
  quiet: true,
});

const answer = (message: unknown) => process.send?.(message);

process.on('message', (message) => {
  if (message === 'close') {
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
    return;
  }
  const { id, sql, params } = request.parse(message);
  database.query(sql, params).then(
    (rows) => answer({ id, rows }),
    (error: unknown) => answer({ id, error: String(error) }),
  );
});
// Nobody is left who could stop it.
process.on('disconnect', () => process.exit(1));
answer({ url, port, publishableKey, secretKey });
