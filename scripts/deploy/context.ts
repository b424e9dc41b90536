/** The tools that checks and steps of a deploy share. */
import { spawn } from 'node:child_process';
import type { ManagementApi, ProjectKeys } from './management-api.ts';
import type { ProjectFiles } from './project.ts';
import type { Environment, Settings } from './settings.ts';

export interface Program {
  status: number;
  output: string;
}

/** Runs a program in the folder that is deployed; its output comes back, both streams in order. */
export type Run = (command: string, args: readonly string[], env: Environment) => Promise<Program>;

export interface Context {
  root: string;
  /** The project's reference. */
  ref: string;
  settings: Settings;
  files: ProjectFiles;
  api: ManagementApi;
  keys: ProjectKeys;
  /** All that was given, with what config.toml reads. */
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

/** Supabase's own CLI, of the version in package.json; it asks nothing and reports nothing. */
export function supabase({ run, env }: Pick<Context, 'run' | 'env'>, ...args: string[]): Promise<Program> {
  const quiet = { SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
  return run('npx', ['--no-install', 'supabase', ...args], { ...env, ...quiet });
}

/** The CLI's access to the database: over the pooler that `supabase link` found, or where SUPABASE_DB_URL says. */
export const databaseFlags = ({ env, ref }: Pick<Context, 'env' | 'ref'>): string[] =>
  env.SUPABASE_DB_URL ? ['--db-url', env.SUPABASE_DB_URL] : ['--linked', '--project-ref', ref];

/** The last lines of a program's output, where it says why it failed. */
export const ending = (output: string): string => output.trim().split('\n').slice(-12).join('\n');
