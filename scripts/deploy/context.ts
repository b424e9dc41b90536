/** Tools shared by the checks and steps of a deploy. */
import { spawn } from 'node:child_process';
import type { ManagementApi, ProjectKeys } from './management-api.ts';
import type { ProjectFiles } from './project.ts';
import type { Environment, Settings } from './settings.ts';

export interface Program {
  status: number;
  output: string;
}

/** Runs a program in the deployed folder and returns its output, both streams in order. */
export type Run = (command: string, args: readonly string[], env: Environment) => Promise<Program>;

export interface Context {
  root: string;
  /** Reference id of the Supabase project. */
  ref: string;
  settings: Settings;
  files: ProjectFiles;
  api: ManagementApi;
  keys: ProjectKeys;
  /** The given environment plus the variables that config.toml reads. */
  env: Environment;
  run: Run;
}

export const runIn =
  (root: string): Run =>
  (command, args, env) =>
    new Promise((resolve) => {
      const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk;
        });
      child.once('error', (error) => resolve({ status: 127, output: error.message }));
      child.once('close', (status) => resolve({ status: status ?? 1, output }));
    });

/** Runs the Supabase CLI in the version of package.json, without prompts and telemetry. */
export function supabase({ run, env }: Pick<Context, 'run' | 'env'>, ...args: string[]): Promise<Program> {
  const quiet = { SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
  const { password } = directAccess(env);
  const secret = password === '' ? {} : { PGPASSWORD: password };
  return run('npx', ['--no-install', 'supabase', ...args], { ...env, ...quiet, ...secret });
}

/**
 * Flags for the CLI's access to the database: the pooler found by `supabase link`, or SUPABASE_DB_URL when set. Without
 * its password, which the CLI takes from the environment: everybody on a machine may read the arguments of a program.
 */
export const databaseFlags = ({ env, ref }: Pick<Context, 'env' | 'ref'>): string[] =>
  env.SUPABASE_DB_URL ? ['--db-url', directAccess(env).url] : ['--linked', '--project-ref', ref];

/** Splits SUPABASE_DB_URL. What is no address is left as it is: the CLI says what is wrong with it. */
function directAccess({ SUPABASE_DB_URL: given = '' }: Environment): { url: string; password: string } {
  if (!URL.canParse(given)) return { url: given, password: '' };
  const url = new URL(given);
  const password = decodeURIComponent(url.password || (url.searchParams.get('password') ?? ''));
  url.password = '';
  url.searchParams.delete('password');
  return { url: url.href, password };
}

/** The last lines of a program's output, which usually contain the error. */
export const ending = (output: string): string => output.trim().split('\n').slice(-12).join('\n');
