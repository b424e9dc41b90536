/** The process behind tests/support/app.ts: starts the embedded server and prints one line of JSON. */
import { z } from 'zod';

const settings = z
  .object({
    port: z.number(),
    dataDir: z.string(),
    staticDir: z.string(),
    pages: z.union([z.literal('none'), z.object({ renderer: z.string() })]).default('none'),
    seed: z.enum(['demo', 'none']),
    quiet: z.boolean(),
  })
  .parse(JSON.parse(process.argv[2] ?? '{}'));

interface Embedded {
  startServer(settings: unknown): Promise<{
    url: string;
    port: number;
    publishableKey: string;
    secretKey: string;
    close(): Promise<void>;
  }>;
}

// By address and not by name: the browser tests must not pull the server's types into their own.
const server = new URL('../../supabase/embedded/server.ts', import.meta.url).href;
const { startServer }: Embedded = await import(server);
const { url, port, publishableKey, secretKey, close } = await startServer({
  ...settings,
  ...(process.env.DATABASE_URL && { databaseUrl: process.env.DATABASE_URL }),
});
console.log(JSON.stringify({ url, port, publishableKey, secretKey }));
process.once('SIGTERM', () => void close().finally(() => process.exit(0)));
