/** Steps of a deploy, in order. Each can be repeated and changes nothing that is already right. */
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promotion } from './administrator.ts';
import { type Context, databaseFlags, ending, type Program, supabase } from './context.ts';
import { FUNCTION_SECRETS } from './settings.ts';
import { timedWork } from './timed-work.ts';

export interface Step {
  name: string;
  /** Resolves to a description of what was done. Throws the reason when it fails. */
  run(context: Context): Promise<string>;
  /** Advice printed after a failure. */
  remedy: string;
}

async function done(program: Promise<Program>): Promise<void> {
  const { status, output } = await program;
  if (status !== 0) throw new Error(ending(output));
}

/** Sets secrets through a file that only this user can read, because arguments are visible to all programs. */
async function setSecrets(context: Context): Promise<string> {
  const secrets = FUNCTION_SECRETS.flatMap((name) => {
    const value = context.env[name]?.trim();
    return value ? [{ name, value }] : [];
  });
  if (secrets.length === 0) return 'No secrets were given: nothing is pushed, and no model is asked.';
  const file = join(tmpdir(), `danceflix-secrets-${process.pid}.env`);
  try {
    // Single quotes keep the double quotes and `\n` of a key file unchanged.
    const lines = secrets.map(({ name, value }) => `${name}='${value}'\n`);
    await writeFile(file, lines.join(''), { mode: 0o600, flag: 'wx' });
    await done(supabase(context, 'secrets', 'set', '--env-file', file, '--project-ref', context.ref));
  } finally {
    await rm(file, { force: true });
  }
  return `Set ${secrets.map(({ name }) => name).join(', ')}.`;
}

export const STEPS: readonly Step[] = [
  {
    name: 'Database',
    async run(context) {
      await done(supabase(context, 'db', 'push', '--yes', ...databaseFlags(context)));
      // A setting of PostgREST's role, which a dump that was restored into another project lacks.
      const [door] = await context.api.query('select app.hang_door() as hangs');
      if (door?.hangs === false) throw new Error('The role authenticator cannot log in.');
      return 'All migrations are applied. PostgREST asks the door.';
    },
    remedy:
      'Applied migrations stay applied, one transaction a file. Mend what the CLI names and run this again.',
  },
  {
    name: 'Settings',
    async run(context) {
      await done(supabase(context, 'config', 'push', '--yes', '--project-ref', context.ref));
      await context.api.closePublicChannels();
      return 'Auth, mails, API, Storage and Realtime are as config.toml says.';
    },
    remedy: 'Look at [remotes.production] in supabase/config.toml, and at the plan: some settings need Pro.',
  },
  {
    name: 'Functions',
    async run(context) {
      await done(supabase(context, 'functions', 'deploy', '--use-api', '--project-ref', context.ref));
      return 'ai-teacher-match, health, read-picture, remove-files, search-file and send-push are deployed.';
    },
    remedy: 'Each function is deployed whole or not at all. Run this again.',
  },
  {
    name: 'Secrets',
    run: setSecrets,
    remedy: 'Look at the values in .env.deploy.local: each stands on one line, without single quotes in it.',
  },
  {
    name: 'Timed work',
    async run({ api, ref, keys }) {
      await api.query(timedWork(ref, keys.secret));
      return 'Cron tidies up, sends the team’s messages and calls remove-files, search-file and send-push.';
    },
    remedy: 'Switch Cron and Vault on in the dashboard (Integrations) and run this again.',
  },
  {
    name: 'Administrator',
    async run({ api, settings }) {
      const [made] = await api.query(promotion(settings.FIRST_ADMIN));
      return made ? `${settings.FIRST_ADMIN} is administrator.` : 'Nobody was promoted.';
    },
    remedy: 'Run the statement of supabase/hosting.md (First administrator) in the SQL editor.',
  },
  {
    name: 'Site',
    async run({ run, env, ref, keys }) {
      const own = {
        VITE_SUPABASE_URL: `https://${ref}.supabase.co`,
        VITE_SUPABASE_ANON_KEY: keys.publishable,
      };
      await done(run('npm', ['run', 'build'], { ...env, ...own }));
      return 'The app is in dist/.';
    },
    remedy: 'Run `npm run build` with the same variables to see all of it; the project itself is done.',
  },
];
