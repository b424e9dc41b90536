/** Checks that run before a deploy changes anything. */
import { administrators } from './administrator.ts';
import { type Context, databaseFlags, ending, supabase } from './context.ts';
import { ApiFailure, type ManagementApi } from './management-api.ts';
import { type ProjectFiles, UNNAMED } from './project.ts';
import { EXTENSIONS } from './timed-work.ts';

export type Finding =
  | { kind: 'ok'; text: string }
  /** Information that needs no action. */
  | { kind: 'note'; text: string }
  | { kind: 'problem'; text: string };

const ok = (text: string): Finding => ({ kind: 'ok', text });
const note = (text: string): Finding => ({ kind: 'note', text });
const problem = (text: string): Finding => ({ kind: 'problem', text });

export function checkLink({ linked, named }: ProjectFiles): Finding {
  if (linked === null) {
    return problem('No project is linked: run `npx supabase link --project-ref <reference>`.');
  }
  if (named === linked) return ok(`Linked to ${linked}.`);
  const what = named === UNNAMED ? 'names no project yet' : `names ${named}, but ${linked} is linked`;
  return problem(
    `[remotes.production] in supabase/config.toml ${what}: write project_id = "${linked}", or link another project.`,
  );
}

export async function checkProject(api: ManagementApi): Promise<Finding> {
  try {
    const { name, status } = await api.project();
    if (status === 'ACTIVE_HEALTHY') return ok(`The project ${name} is up.`);
    return problem(`The project ${name} is ${status}: restore or wait for it in the dashboard.`);
  } catch (error) {
    return problem(unreachable(error));
  }
}

function unreachable(error: unknown): string {
  if (error instanceof ApiFailure && (error.status === 401 || error.status === 403)) {
    return 'SUPABASE_ACCESS_TOKEN is refused: make another at supabase.com/dashboard/account/tokens.';
  }
  if (error instanceof ApiFailure && error.status === 404) {
    return 'Supabase knows no such project for this token: link a project of yours.';
  }
  return `Supabase’s management API does not answer (${String(error)}): try again.`;
}

export async function checkTimedWork(api: ManagementApi): Promise<Finding> {
  const found = await api.query(EXTENSIONS, { read_only: true });
  const missing = ['pg_cron', 'pg_net', 'supabase_vault'].filter(
    (name) => !found.some((one) => one.name === name),
  );
  if (missing.length > 0) {
    return problem(`The database cannot have ${missing.join(', ')}: upgrade PostgreSQL in the dashboard.`);
  }
  const off = found.filter(({ installed }) => installed !== true).map(({ name }) => name);
  if (off.includes('supabase_vault')) {
    return problem('Vault is not installed: switch it on in the dashboard (Integrations, Vault).');
  }
  return off.length === 0
    ? ok('Cron, pg_net and Vault are there.')
    : note(`${off.join(' and ')} will be switched on.`);
}

/** A new project creates Realtime's tables only when its Realtime page is first opened. */
export async function checkRealtime(api: ManagementApi): Promise<Finding> {
  const [row] = await api.query(`select to_regclass('realtime.messages') is not null as there`, {
    read_only: true,
  });
  return row?.there === true
    ? ok('Realtime has its tables.')
    : problem('Realtime has no tables yet: open Realtime in the dashboard once, then run this again.');
}

export async function checkAdministrator({
  api,
  settings,
}: Pick<Context, 'api' | 'settings'>): Promise<Finding> {
  const email = settings.FIRST_ADMIN;
  const [made] = await api.query(`select to_regclass('public.user_profiles') is not null as there`, {
    read_only: true,
  });
  if (made?.there !== true) return note(`${email} becomes the first administrator once registered.`);
  const [row] = await api.query(administrators(email), { read_only: true });
  if (row?.has_admin === true) return ok('There is an administrator.');
  if (row?.account === 'confirmed') return ok(`${email} is registered and becomes administrator.`);
  const missing = row?.account === 'unconfirmed' ? 'has not confirmed its mail' : 'is not registered';
  return note(`${email} ${missing} yet: do that in the app, then run this again.`);
}

export function checkImages({ transformsImages }: ProjectFiles): Finding {
  return transformsImages
    ? note('Image transforms are on: they need the Pro plan and cost $5 per 1,000 pictures beyond 100.')
    : ok('Image transforms are off: the app stores its own sizes.');
}

export function checkKeys(keys: Pick<Context['keys'], 'system'> | null): Finding {
  if (keys === null) {
    return problem('The project has no API keys: create some in the dashboard (Settings, API keys).');
  }
  return keys.system === 'new'
    ? ok('Publishable and secret keys are there.')
    : note('The project has legacy keys only, which end with 2026: create new API keys in the dashboard.');
}

export async function checkMigrations(context: Pick<Context, 'run' | 'env' | 'ref'>): Promise<Finding> {
  const { status, output } = await supabase(context, 'db', 'push', '--dry-run', ...databaseFlags(context));
  if (status !== 0) {
    return problem(
      `The database does not take the migrations; check SUPABASE_DB_PASSWORD, and what the CLI says:\n${ending(output)}`,
    );
  }
  const waiting = output.match(/\d{14}_\w+\.sql/g)?.length ?? 0;
  return ok(waiting === 0 ? 'All migrations are applied.' : `${waiting} migrations are to be applied.`);
}
