/** The deploy: runs all checks, then the steps, then lists the remaining manual work. */
import * as checks from './checks.ts';
import { type Context, type Run, runIn } from './context.ts';
import { firstDay, PEOPLE } from './first-day.ts';
import { type ManagementApi, managementApi } from './management-api.ts';
import { readProject } from './project.ts';
import { configEnvironment, deployEnvironment, type Environment, readSettings } from './settings.ts';
import { STEPS } from './steps.ts';

export interface DeployOptions {
  root: string;
  env: Environment;
  /** Only reports. */
  checkOnly: boolean;
  print(line: string): void;
  run?: Run;
  api?: (ref: string, token: string, profile?: string) => ManagementApi;
}

const SIGNS = { ok: '✓', note: '·', problem: '✗' } as const;

/** Resolves to whether the deploy succeeded. */
export async function deploy(options: DeployOptions): Promise<boolean> {
  const { root, checkOnly, print, run = runIn(root), api = managementApi } = options;
  const env = deployEnvironment(root, options.env);
  const context = await prepared({ root, env, print, run, apiOf: api });
  if (context === null) {
    print('Nothing was changed. Mend what is marked ✗ and run this again.');
    return false;
  }
  if (checkOnly) {
    print('All is ready for `npm run deploy`.');
    return true;
  }
  for (const step of STEPS) {
    try {
      print(`${step.name}: ${await step.run(context)}`);
    } catch (error) {
      print(`${step.name} FAILED: ${error instanceof Error ? error.message : String(error)}`);
      print(step.remedy);
      print('What came before is done and is left as it is when this runs again.');
      return false;
    }
  }
  const [row] = await context.api.query(PEOPLE, { read_only: true });
  for (const line of leftToDo(context, row?.there === true)) print(line);
  for (const line of firstDay(context, Number(row?.teachers ?? 0))) print(line);
  return true;
}

type Begin = Pick<Context, 'root' | 'env' | 'run'> &
  Pick<DeployOptions, 'print'> & { apiOf: NonNullable<DeployOptions['api']> };

/** Runs the checks; null when one of them found a problem that has to be fixed first. */
async function prepared({ root, env, print, run, apiOf }: Begin): Promise<Context | null> {
  let isReady = true;
  const say = (finding: checks.Finding) => {
    print(`${SIGNS[finding.kind]} ${finding.text}`);
    if (finding.kind === 'problem') isReady = false;
    return finding.kind !== 'problem';
  };
  const read = readSettings(env);
  if ('problems' in read) for (const text of read.problems) say({ kind: 'problem', text });
  else say({ kind: 'ok', text: `Settings are complete, with ${read.settings.SMTP_HOST} for mails.` });
  const files = await readProject(root);
  say(checks.checkImages(files));
  const ref = files.linked;
  if (!say(checks.checkLink(files)) || 'problems' in read || ref === null) return null;

  const { settings } = read;
  const api = apiOf(ref, settings.SUPABASE_ACCESS_TOKEN, env.SUPABASE_PROFILE);
  if (!say(await checks.checkProject(api))) return null;
  const full = { ...env, ...settings, ...configEnvironment(settings) };
  const keys = await api.keys();
  say(checks.checkKeys(keys));
  say(await checks.checkTimedWork(api));
  say(await checks.checkRealtime(api));
  say(await checks.checkAdministrator({ api, settings }));
  say(await checks.checkMigrations({ run, env: full, ref }));
  return isReady && keys !== null ? { root, ref, settings, files, api, keys, env: full, run } : null;
}

function leftToDo({ settings, keys }: Context, hasAdmin: boolean): string[] {
  return [
    '',
    'Left to a person (supabase/hosting.md):',
    `- Upload dist/ to the host of ${settings.VITE_SITE_URL}, with the rules of _headers and _redirects.`,
    ...(hasAdmin
      ? []
      : [
          `- Register ${settings.FIRST_ADMIN} in the app, open the mail, then run this again: it becomes admin.`,
        ]),
    '- Dashboard, Authentication: switch "Require current password" on.',
    keys.system === 'new'
      ? '- Dashboard, API keys: disable the legacy keys.'
      : '- Dashboard, API keys: create publishable and secret keys, then run this again.',
    '- Dashboard, Security Advisor: compare its list with hosting.md.',
    '- Host and dashboard: a build hook, and the webhooks that call it (supabase/hosting.md, Prerendered pages).',
  ];
}
