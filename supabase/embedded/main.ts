import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import type { ServerOptions } from './options.ts';
import type { RunningServer } from './server.ts';
import { messageOf, StartFailure } from './start-failure.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.string().optional(),
  VITE_SITE_URL: z.url().optional(),
  VITE_SUPABASE_URL: z.union([z.literal(''), z.url()]).optional(),
  SEED: z.enum(['demo', 'none']).default('demo'),
  DEMO_ON_NETWORK: z.enum(['yes', 'no']).default('no'),
  CONFIRMATIONS: z.enum(['on', 'off']).default('off'),
});
/** Variables of ours, of the system and of npm, which are not passed to functions. */
/** Milliseconds; the file itself is written at most once a minute. */
const SEARCH_FILE_INTERVAL = 15_000;
const NO_SECRET =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|SEED|DEMO_ON_NETWORK|CONFIRMATIONS|PATH|HOME|USER|SHELL|PWD|OLDPWD|TERM|LANG|_|npm_.*|NODE_.*|VITE_.*)$/;

/** Starts the server from the environment and keeps it until Ctrl-C. */
export async function main(overrides: Pick<ServerOptions, 'fallback'> = {}): Promise<void> {
  let server: RunningServer | undefined;
  let stopping = false;
  const stop = () => {
    // A second Ctrl-C exits at once, which loses nothing acknowledged.
    if (stopping || server === undefined) process.exit(stopping ? 1 : 0);
    stopping = true;
    void server.close().finally(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  try {
    const env = readEnvironment();
    // Imported after the environment is checked, so that a wrong variable is reported without delay.
    const { startServer } = await import('./server.ts');
    const dataDir = resolve(root, env.DATA_DIR);
    const dist = join(root, 'dist');
    const renderer = join(root, '.cache', 'pages', 'entry.js');
    // Live pages need the data, which for an app of a hosted project are not here.
    const live = existsSync(renderer) && !env.VITE_SUPABASE_URL;
    server = await startServer({
      port: env.PORT,
      dataDir,
      seed: env.SEED,
      demoAlive: true,
      demoOnNetwork: env.DEMO_ON_NETWORK === 'yes',
      confirmations: env.CONFIRMATIONS === 'on',
      secrets: await readSecrets(),
      searchFileInterval: SEARCH_FILE_INTERVAL,
      ...(env.HOST ? { host: env.HOST } : {}),
      ...(env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}),
      ...(env.VITE_SUPABASE_URL ? { connect: withSocket(env.VITE_SUPABASE_URL) } : {}),
      // Without it mails lead to the address the server really listens on.
      ...(env.VITE_SITE_URL ? { siteUrl: env.VITE_SITE_URL } : {}),
      ...(existsSync(dist) ? { staticDir: dist } : {}),
      ...(live ? { pages: { renderer } } : {}),
      ...overrides,
    });
    console.log(`Danceflix:         ${server.url}`);
    console.log(`Caixa de e-mails:  ${server.url}/_mailbox?token=${server.mailbox.token}`);
    console.log(`Dados:             ${env.DATABASE_URL ? `PostgreSQL e ${dataDir}` : dataDir}`);
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    console.error(messageOf(error));
    process.exit(1);
  }
}

/** Adds the WebSocket address of the same host, for realtime. */
function withSocket(url: string): string[] {
  const { origin } = new URL(url);
  return [origin, origin.replace(/^http/, 'ws')];
}

function readEnvironment(): z.infer<typeof environment> {
  // Empty variables count as unset, as in .env.example.
  const given = Object.entries(process.env).filter(([, value]) => value !== '');
  const parsed = environment.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartFailure(`${issue?.path.join('.')} is wrong: ${issue?.message}`);
}

/** Secrets of functions from supabase/functions/.env, overridden by the environment, like Supabase's CLI. */
async function readSecrets(): Promise<Record<string, string>> {
  const file = await readFile(join(root, 'supabase', 'functions', '.env'), 'utf8').catch(() => '');
  const secrets: Record<string, string> = {};
  for (const [name, value] of [...Object.entries(parseEnv(file)), ...Object.entries(process.env)]) {
    if (value !== undefined && !NO_SECRET.test(name)) secrets[name] = value;
  }
  return secrets;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
