/**
 * `npm run deploy` with the real Supabase CLI, a hosted-like database and a stand-in for the
 * management API.
 */
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Run, runIn } from '../../scripts/deploy/context.ts';
import { deploy } from '../../scripts/deploy/deploy.ts';
import { EXTENSIONS } from '../../scripts/deploy/timed-work.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { ownedFolder } from '../support/owned-folder.ts';
import { emptyDatabase, ownTemplate } from '../support/postgres-template.ts';
import { asSuperuser, createProject, within } from './cluster.ts';
import { type ManagementStandIn, startManagementApi } from './management-api.ts';

const REF = 'abcdefghijklmnopqrst';
const ADMIN = 'dona@danceflix.example';
const own = dirname(migrationsDir);
const nodeModules = fileURLToPath(new URL('../../node_modules', import.meta.url));

let root: string;
let url: string;
let api: ManagementStandIn;
let lines: string[] = [];

const sql = <T>(statement: string, at = url) =>
  within(at, async (session) => (await session.unsafe(statement)) as unknown as T[]);

beforeAll(async () => {
  root = await ownedFolder('deploy');
  await mkdir(join(root, 'supabase/.temp'), { recursive: true });
  for (const part of ['migrations', 'functions', 'templates'])
    await cp(join(own, part), join(root, 'supabase', part), { recursive: true });
  const config = await readFile(join(own, 'config.toml'), 'utf8');
  await writeFile(join(root, 'supabase/config.toml'), config.replace('"projectrefprojectref"', `"${REF}"`));
  await writeFile(join(root, 'supabase/.temp/project-ref'), REF);
  await symlink(nodeModules, join(root, 'node_modules'));
  await writeFile(join(root, 'package.json'), '{"private": true}');

  const template = (await ownTemplate())?.url ?? '';
  url = await createProject({ createDatabase: () => emptyDatabase(asSuperuser(template)) });
  await sql('grant supabase_storage_admin, supabase_realtime_admin to postgres', asSuperuser(url));
  api = await startManagementApi(REF);
  // The extensions are not available here; services.sql has stand-ins for their objects.
  api.query = async (statement) =>
    statement === EXTENSIONS
      ? ['pg_cron', 'pg_net', 'supabase_vault'].map((name) => ({ name, installed: true, version: '1' }))
      : last(await sql<unknown>(statement.replaceAll(/create extension [^;]+;/g, '')));
});
afterAll(async () => {
  await api?.stop();
  await sql('revoke supabase_storage_admin, supabase_realtime_admin from postgres', asSuperuser(url));
  await rm(root, { recursive: true, force: true });
});
afterEach(() => {
  lines = [];
  api.told.length = 0;
  api.broken = null;
});

/** The API returns the rows of the last of several statements. */
const last = (rows: unknown[]) => (Array.isArray(rows.at(-1)) ? (rows.at(-1) as unknown[]) : rows);

/** Runs like a person's shell; the app's build has its own tests. */
const run: Run = async (command, args, env) => {
  if (command !== 'npm') return runIn(root)(command, args, env);
  await mkdir(join(root, 'dist'), { recursive: true });
  await writeFile(join(root, 'dist/built-with.json'), JSON.stringify(env));
  return { status: 0, output: '' };
};

const start = (checkOnly = false) =>
  deploy({
    root,
    checkOnly,
    print: (line) => lines.push(line),
    run,
    env: {
      ...{ PATH: process.env.PATH, HOME: root },
      ...{
        HTTP_PROXY: 'http://127.0.0.1:9',
        HTTPS_PROXY: 'http://127.0.0.1:9',
        NO_PROXY: 'localhost,127.0.0.1',
      },
      SUPABASE_PROFILE: 'supabase-local',
      SUPABASE_DB_URL: `${url}?sslmode=disable`,
      SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
      SUPABASE_DB_PASSWORD: 'unused',
      VITE_SITE_URL: 'https://danceflix.example',
      VITE_OPERATOR_NAME: 'Danceflix Ltda.',
      VITE_OPERATOR_TAX_ID: '11.222.333/0001-81',
      VITE_OPERATOR_ADDRESS: 'Rua Sete de Setembro, 10, Vitória, ES',
      VITE_OPERATOR_EMAIL: 'contato@danceflix.example',
      SMTP_HOST: 'smtp.example.com',
      SMTP_PORT: '587',
      SMTP_USER: 'mailer',
      SMTP_PASS: 'geheim',
      SMTP_SENDER: 'ola@danceflix.example',
      FIRST_ADMIN: ADMIN,
      FCM_SERVICE_ACCOUNT: JSON.stringify({ private_key: '-----BEGIN\nA"B$C\\d' }),
      MATCH_MODEL_KEY: 'with $dollar and "quotes"',
    },
  });
const said = () => lines.join('\n');
const told = (path: string) => api.told.filter((one) => one.path === path).map(({ body }) => body);

it('--check changes nothing', async () => {
  expect([await start(true), said()]).toEqual([true, expect.stringContaining('All is ready')]);
  expect(said()).toMatch(/\d+ migrations are to be applied/);
  expect(api.told.filter(({ path }) => path !== '/database/query')).toEqual([]);
  expect(await sql(`select to_regclass('public.user_profiles') as there`)).toEqual([{ there: null }]);
});

it('a step that fails stops the deploy, and the next run continues from there', async () => {
  api.broken = '/config/auth';
  expect(await start()).toBe(false);
  expect(said()).toContain('Database: All migrations are applied.');
  expect(said()).toContain('Settings FAILED');
  expect(said()).toContain('Look at [remotes.production]');
  expect(told('/functions/deploy')).toEqual([]);
});

it('deploys database, settings, functions, secrets, cron and site', async () => {
  expect([await start(), said()]).toEqual([true, expect.stringContaining('Left to a person')]);
  expect(said()).toContain('All migrations are applied');

  expect(JSON.parse(told('/config/auth').at(-1) ?? '{}')).toMatchObject({
    site_url: 'https://danceflix.example',
    uri_allow_list: 'https://danceflix.example,https://danceflix.example/**',
    mailer_autoconfirm: false,
    mailer_secure_email_change_enabled: true,
    security_update_password_require_reauthentication: true,
    ...{ smtp_host: 'smtp.example.com', smtp_port: '587', smtp_user: 'mailer', smtp_pass: 'geheim' },
    smtp_admin_email: 'ola@danceflix.example',
    password_min_length: 6,
    mailer_subjects_magic_link: 'Como entrar no Danceflix',
    mailer_templates_recovery_content: expect.stringContaining('/reset-password?token_hash='),
    mailer_templates_email_changed_notification_content: expect.stringContaining('{{ .OldEmail }}'),
    mailer_notifications_mfa_factor_enrolled_enabled: false,
  });
  expect(JSON.parse(told('/postgrest').at(-1) ?? '{}')).toMatchObject({ max_rows: 1000 });
  expect(JSON.parse(told('/config/storage').at(-1) ?? '{}')).toMatchObject({
    features: { imageTransformation: { enabled: false } },
  });
  expect(told('/config/realtime')).toEqual(['{"private_only":true}']);

  const functions = told('/functions/deploy').join('\n');
  for (const file of [
    'ai-teacher-match/index.ts',
    'health/index.ts',
    'read-picture/index.ts',
    'remove-files/index.ts',
    'search-file/index.ts',
    'send-push/index.ts',
    '_shared/keys.ts',
  ])
    expect(functions).toContain(`functions/${file}`);
  expect(functions).toContain('npm:@supabase/supabase-js@2.109.0');

  expect(JSON.parse(told('/secrets').at(-1) ?? '[]')).toEqual(
    expect.arrayContaining([
      { name: 'FCM_SERVICE_ACCOUNT', value: JSON.stringify({ private_key: '-----BEGIN\nA"B$C\\d' }) },
      { name: 'MATCH_MODEL_KEY', value: 'with $dollar and "quotes"' },
    ]),
  );

  const jobs = await sql<{ jobname: string; command: string }>('select * from cron.job order by jobname');
  expect(jobs.map(({ jobname }) => jobname)).toEqual([
    ...[
      'danceflix-alerts',
      'danceflix-bulk',
      'danceflix-checks',
      'danceflix-hints',
      'danceflix-lessons',
      'danceflix-months',
      'danceflix-remove-files',
      'danceflix-search-file',
      'danceflix-send-push',
      'danceflix-tidy-up',
    ],
  ]);
  expect(await sql('select name, secret from vault.secrets')).toEqual([
    { name: 'service_key', secret: 'sb_secret_of_the_stand_in_project' },
  ]);
  for (const { command } of jobs) await sql(command);

  const built = JSON.parse(await readFile(join(root, 'dist/built-with.json'), 'utf8')) as Record<
    string,
    string
  >;
  expect(built).toMatchObject({
    VITE_SUPABASE_URL: `https://${REF}.supabase.co`,
    VITE_SUPABASE_ANON_KEY: 'sb_publishable_of_the_stand_in_project',
    VITE_SITE_URL: 'https://danceflix.example',
  });
});

it('the push job calls the function with the key in apikey, and only when something is due', async () => {
  const [job] = await sql<{ command: string }>(
    `select command from cron.job where jobname = 'danceflix-send-push'`,
  );
  // The search file is due in a new project.
  const asked = () =>
    sql(`select * from net.http_request_queue where url like '%/send-push'`, asSuperuser(url));
  await sql(job?.command ?? '');
  expect(await asked()).toEqual([]);
  // Imitates a notification that waits for a phone.
  const due = (job?.command ?? '').replace('public.pushes_due()', 'true');
  await sql(due);
  expect(await asked()).toEqual([
    expect.objectContaining({
      url: `https://${REF}.supabase.co/functions/v1/send-push`,
      headers: { 'Content-Type': 'application/json', apikey: 'sb_secret_of_the_stand_in_project' },
    }),
  ]);
});

it('a second run repeats it, and leaves one job and one key of each name', async () => {
  expect([await start(), said()]).toEqual([true, expect.stringContaining('Left to a person')]);
  expect(said()).toContain('✓ All migrations are applied');
  expect(await sql('select count(*)::int as jobs from cron.job')).toEqual([{ jobs: 10 }]);
  expect(await sql('select count(*)::int as keys from vault.secrets')).toEqual([{ keys: 1 }]);
});
