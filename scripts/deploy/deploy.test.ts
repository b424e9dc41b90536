import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Program, Run } from './context.ts';
import { type DeployOptions, deploy } from './deploy.ts';
import { ApiFailure, type ManagementApi, type ProjectKeys } from './management-api.ts';
import { isPublicSite, SETTINGS_FILE } from './settings.ts';

const REF = 'abcdefghijklmnopqrst';
const SETTINGS = {
  SUPABASE_ACCESS_TOKEN: 'sbp_token_of_a_person',
  SUPABASE_DB_PASSWORD: 'password-of-the-database',
  VITE_SITE_URL: 'https://danceflix.example',
  VITE_OPERATOR_NAME: 'Danceflix Ltda.',
  VITE_OPERATOR_TAX_ID: '11.222.333/0001-81',
  VITE_OPERATOR_ADDRESS: 'Rua Sete de Setembro, 10, Vitória, ES',
  VITE_OPERATOR_EMAIL: 'contato@danceflix.example',
  SMTP_HOST: 'smtp.example.com',
  SMTP_PORT: '587',
  SMTP_USER: 'mailer',
  SMTP_PASS: 'password-of-the-mailer',
  SMTP_SENDER: 'ola@danceflix.example',
  FIRST_ADMIN: 'dona@danceflix.example',
};
const SECRETS = {
  FCM_SERVICE_ACCOUNT: '{"private_key":"-----BEGIN\\nsecret"}',
  MATCH_MODEL_KEY: 'model-key',
};
const KEYS: ProjectKeys = {
  system: 'new',
  publishable: 'sb_publishable_of_the_app',
  secret: 'sb_secret_of_the_server_side',
};

let root: string;
let lines: string[];
/** Commands that ran, as typed on a command line. */
let commands: string[];
/** PGPASSWORD at each command; undefined where it was not set. */
let passwords: (string | undefined)[];
/** Programs that fail, by the beginning of their command. */
let failing: Record<string, Program>;
let secretFile: string | null;
let writes: string[];
/** State of the simulated project. */
let project: {
  status: string | ApiFailure;
  keys: ProjectKeys | null;
  extensions: Record<string, boolean>;
  realtime: boolean;
  migrated: boolean;
  admin: boolean;
  teachers: number;
  account: 'confirmed' | 'unconfirmed' | null;
  refuses: string | null;
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'danceflix-deploy-'));
  mkdirSync(join(root, 'supabase/.temp'), { recursive: true });
  link(REF);
  nameProject(REF);
  lines = [];
  commands = [];
  passwords = [];
  failing = {};
  secretFile = null;
  writes = [];
  project = {
    status: 'ACTIVE_HEALTHY',
    keys: KEYS,
    extensions: { pg_cron: false, pg_net: false, supabase_vault: true },
    realtime: true,
    migrated: false,
    admin: false,
    teachers: 0,
    account: null,
    refuses: null,
  };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const link = (ref: string) => writeFileSync(join(root, 'supabase/.temp/project-ref'), ref);
const nameProject = (ref: string) =>
  writeFileSync(
    join(root, 'supabase/config.toml'),
    readFileSync('supabase/config.toml', 'utf8').replace('"projectrefprojectref"', `"${ref}"`),
  );

const api: NonNullable<DeployOptions['api']> = () =>
  ({
    async project() {
      if (project.status instanceof ApiFailure) throw project.status;
      return { name: 'danceflix', status: project.status };
    },
    keys: async () => project.keys,
    async query(statement, { read_only = false } = {}) {
      if (!read_only) {
        if (project.refuses && statement.includes(project.refuses)) throw new ApiFailure(400, 'refused');
        writes.push(statement);
        const promotes = statement.includes("set role = 'admin'") && project.account === 'confirmed';
        if (!promotes) return [];
        project.admin = true;
        return [{ id: 'somebody' }];
      }
      if (statement.includes('pg_available_extensions'))
        return Object.entries(project.extensions).map(([name, installed]) => ({ name, installed }));
      if (statement.includes('realtime.messages')) return [{ there: project.realtime }];
      if (statement.includes('to_regclass')) return [{ there: project.migrated }];
      if (statement.includes('as there')) return [{ there: project.admin, teachers: project.teachers }];
      return [{ has_admin: project.admin, account: project.account }];
    },
    async closePublicChannels() {
      writes.push('private_only');
    },
  }) satisfies ManagementApi;

const run: Run = async (command, args, env) => {
  const typed = [command, ...args].join(' ').replace('npx --no-install supabase', 'supabase');
  commands.push(typed);
  passwords.push(env.PGPASSWORD);
  const file = args[args.indexOf('--env-file') + 1];
  if (args.includes('--env-file') && file !== undefined) secretFile = readFileSync(file, 'utf8');
  if (command === 'npm') writes.push(`${env.VITE_SUPABASE_URL} ${env.VITE_SUPABASE_ANON_KEY}`);
  const failed = Object.keys(failing).find((beginning) => typed.startsWith(beginning));
  return failed === undefined ? { status: 0, output: '' } : (failing[failed] as Program);
};

const start = (
  more: Partial<Record<keyof typeof SETTINGS | 'SUPABASE_DB_URL' | 'VITE_TEAM_WHATSAPP', string>> = {},
  checkOnly = false,
) =>
  deploy({
    root,
    checkOnly,
    env: { ...SETTINGS, ...SECRETS, ...more },
    print: (line) => lines.push(line),
    run,
    api,
  });
const said = () => lines.join('\n');
const ofDryRun = `supabase db push --dry-run --linked --project-ref ${REF}`;
const IN_ORDER = [
  ofDryRun,
  `supabase db push --yes --linked --project-ref ${REF}`,
  `supabase config push --yes --project-ref ${REF}`,
  `supabase functions deploy --use-api --project-ref ${REF}`,
  expect.stringMatching(/^supabase secrets set --env-file \S+ --project-ref abcdefghijklmnopqrst$/),
  'npm run build',
];

describe('--check', () => {
  it('reports that everything is ready, and changes nothing', async () => {
    expect(await start({}, true)).toBe(true);
    expect(commands).toEqual([ofDryRun]);
    expect(writes).toEqual([]);
    expect(said()).toContain('All is ready');
    expect(said()).toContain('Publishable and secret keys are there');
    expect(said()).toContain('Image transforms are off');
    expect(said()).toContain('pg_cron and pg_net will be switched on');
    expect(said()).toContain('dona@danceflix.example becomes the first administrator');
  });

  it('reads settings from a file too; the shell takes precedence', async () => {
    writeFileSync(
      join(root, SETTINGS_FILE),
      Object.entries({ ...SETTINGS, SMTP_HOST: 'smtp.of-the-file.example' })
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    const own = { root, checkOnly: true, print: (line: string) => void lines.push(line), run, api };
    expect(await deploy({ ...own, env: {} })).toBe(true);
    expect(said()).toContain('smtp.of-the-file.example');
    expect(await deploy({ ...own, env: { SMTP_HOST: 'smtp.of-the-shell.example' } })).toBe(true);
    expect(said()).toContain('smtp.of-the-shell.example');
  });

  it('counts the migrations to apply', async () => {
    failing = { [ofDryRun]: { status: 0, output: ' • 20261120000100_a.sql\n • 20261120000200_b.sql\n' } };
    expect(await start({}, true)).toBe(true);
    expect(said()).toContain('2 migrations are to be applied');
  });

  it('reports when everything is deployed already', async () => {
    project = { ...project, migrated: true, admin: true };
    project.extensions = { pg_cron: true, pg_net: true, supabase_vault: true };
    expect(await start({}, true)).toBe(true);
    expect(said()).toContain('There is an administrator');
    expect(said()).toContain('Cron, pg_net and Vault are there');
  });
});

describe('a failed check stops before any change, and says what to do:', () => {
  const refuses = async (text: string | RegExp, more: Parameters<typeof start>[0] = {}) => {
    expect(await start(more)).toBe(false);
    expect(said()).toMatch(text);
    expect(said()).toContain('Nothing was changed');
    expect(commands.filter((one) => one !== ofDryRun)).toEqual([]);
    expect(writes).toEqual([]);
  };

  it.each(Object.keys(SETTINGS) as (keyof typeof SETTINGS)[])('%s is missing', async (name) => {
    await refuses(new RegExp(`✗ ${name} is missing: .+`), { [name]: ' ' });
  });
  it('an invalid mail address', () =>
    refuses('✗ SMTP_SENDER must be an e-mail address', { SMTP_SENDER: 'Danceflix' }));
  it('an invalid port', () => refuses('✗ SMTP_PORT must be a number', { SMTP_PORT: 'tls' }));
  it('a site on this machine', () =>
    refuses('✗ VITE_SITE_URL must be a public address', { VITE_SITE_URL: 'http://localhost:4000' }));
  it('no project is linked', async () => {
    rmSync(join(root, 'supabase/.temp'), { recursive: true });
    await refuses('✗ No project is linked: run `npx supabase link');
  });
  it('config.toml names no project', async () => {
    nameProject('projectrefprojectref');
    await refuses(`names no project yet: write project_id = "${REF}"`);
  });
  it('config.toml names another project', async () => {
    nameProject('zzzzzzzzzzzzzzzzzzzz');
    await refuses(`names zzzzzzzzzzzzzzzzzzzz, but ${REF} is linked`);
  });
  it('the project is paused', async () => {
    project.status = 'INACTIVE';
    await refuses('✗ The project danceflix is INACTIVE');
  });
  it.each([
    [401, 'SUPABASE_ACCESS_TOKEN is refused'],
    [404, 'no such project'],
    [500, 'does not answer'],
  ])('the management API answers %i', async (status, text) => {
    project.status = new ApiFailure(status, `${status}`);
    await refuses(new RegExp(`✗ .*${text}`));
  });
  it('the project has no keys', async () => {
    project.keys = null;
    await refuses('✗ The project has no API keys');
  });
  it('PostgreSQL has no cron', async () => {
    project.extensions = { supabase_vault: true };
    await refuses('✗ The database cannot have pg_cron, pg_net');
  });
  it('Vault is off', async () => {
    project.extensions.supabase_vault = false;
    await refuses('✗ Vault is not installed');
  });
  it('Realtime never ran', async () => {
    project.realtime = false;
    await refuses('✗ Realtime has no tables yet: open Realtime');
  });
  it('the database cannot be reached', async () => {
    failing = { [ofDryRun]: { status: 1, output: 'password authentication failed' } };
    await refuses(
      /✗ The database does not take .* check SUPABASE_DB_PASSWORD.*\npassword authentication failed/,
    );
  });
});

it('legacy keys are accepted, with a note that they will end', async () => {
  project.keys = {
    system: 'legacy',
    publishable: 'anon.token.of-the-app',
    secret: 'service.role.token-of-it',
  };
  expect(await start()).toBe(true);
  expect(said()).toContain('legacy keys only, which end with 2026');
  expect(said()).toContain('create publishable and secret keys, then run this again');
});

it('image transforms enabled in config.toml are reported to cost money', async () => {
  const file = join(root, 'supabase/config.toml');
  const text = readFileSync(file, 'utf8');
  const section = '[remotes.production.storage.image_transformation]\nenabled = ';
  writeFileSync(file, text.replace(`${section}false`, `${section}true`));
  expect(await start({}, true)).toBe(true);
  expect(said()).toContain('Image transforms are on: they need the Pro plan and cost $5');
});

describe('a deploy', () => {
  it('runs all steps in order, and lists the remaining manual work', async () => {
    expect(await start()).toBe(true);
    expect(commands).toEqual(IN_ORDER);
    expect(writes[0]).toContain('app.hang_door()');
    expect(writes[1]).toBe('private_only');
    expect(writes[2]).toContain(`https://${REF}.supabase.co/functions/v1/send-push`);
    expect(writes[2]).toContain(`'apikey'`);
    expect(writes[4]).toBe(`https://${REF}.supabase.co ${KEYS.publishable}`);
    expect(said()).toContain('Upload dist/ to the host of https://danceflix.example');
    expect(said()).toContain('Register dona@danceflix.example in the app');
  });

  it('ends with what is left of the first day, a link each, and ticks only what it knows', async () => {
    expect(await start()).toBe(true);
    expect(said()).toContain(
      '· First teacher: invite one, check the identity and approve. https://danceflix.example/admin/teachers',
    );
    expect(said()).toContain(
      '? Terms and policy: read them with your own data in them. https://danceflix.example/terms-of-use',
    );
    expect(said()).toContain('· The team’s WhatsApp: VITE_TEAM_WHATSAPP is not set.');
    expect(said()).toContain('? Mail: ask for a password link');
    expect(said()).toContain('· Push: VITE_FIREBASE_API_KEY, ');
    expect(said()).toContain('✓ The campaign is closed until the first teacher.');
    project.teachers = 3;
    lines = [];
    expect(await start({ VITE_TEAM_WHATSAPP: '5527900001234' })).toBe(true);
    expect(said()).toContain('✓ Teachers on air: 3.');
    expect(said()).toContain('✓ The team’s WhatsApp is on the site.');
    expect(said()).not.toContain('The campaign is closed');
  });

  it('makes the configured address administrator once, after its confirmation', async () => {
    project = { ...project, migrated: true, account: 'unconfirmed' };
    expect(await start()).toBe(true);
    expect(said()).toContain('has not confirmed its mail yet');
    expect(said()).toContain('Nobody was promoted');
    project.account = 'confirmed';
    lines = [];
    expect(await start()).toBe(true);
    expect(said()).toContain('dona@danceflix.example is administrator.');
    expect(said()).not.toContain('Register dona@');
  });

  it.each([
    'postgresql://postgres:se%40nha@db.example:5432/postgres',
    'postgresql://postgres@db.example/postgres?password=se%40nha',
  ])('hands the CLI the password of the database by its environment: %s', async (SUPABASE_DB_URL) => {
    expect(await start({ SUPABASE_DB_URL })).toBe(true);
    expect(commands.join('\n')).toContain('--db-url postgresql://postgres@db.example');
    expect([...lines, ...commands].join('\n')).not.toMatch(/se(%40|@)nha/);
    expect(passwords).toContain('se@nha');
  });

  it('sets secrets through a temporary file, and prints none', async () => {
    expect(await start()).toBe(true);
    expect(secretFile).toBe(
      `FCM_SERVICE_ACCOUNT='${SECRETS.FCM_SERVICE_ACCOUNT}'\nMATCH_MODEL_KEY='model-key'\n`,
    );
    const file = /--env-file (\S+)/.exec(commands.join('\n'))?.[1] ?? '';
    expect(() => readFileSync(file)).toThrow('ENOENT');
    const shown = [...lines, ...commands].join('\n');
    for (const secret of [
      SETTINGS.SUPABASE_ACCESS_TOKEN,
      SETTINGS.SUPABASE_DB_PASSWORD,
      SETTINGS.SMTP_PASS,
      ...Object.values(SECRETS),
      KEYS.secret,
    ])
      expect(shown).not.toContain(secret);
  });

  it.each([
    ['Database', 'supabase db push --yes', 1, 'one transaction a file'],
    ['Settings', 'supabase config push', 2, 'Look at \\[remotes.production\\]'],
    ['Functions', 'supabase functions deploy', 3, 'Run this again'],
    ['Secrets', 'supabase secrets set', 4, 'each stands on one line'],
    ['Site', 'npm run build', 5, 'Run `npm run build`'],
  ])('stops when %s fails, says what to do, and repeats it', async (name, beginning, at, remedy) => {
    failing = { [beginning]: { status: 1, output: 'first\nit broke' } };
    expect(await start()).toBe(false);
    expect(said()).toContain(`${name} FAILED: first\nit broke`);
    expect(said()).toMatch(new RegExp(remedy));
    expect(commands).toEqual(IN_ORDER.slice(0, at + 1));
    failing = {};
    commands = [];
    expect(await start()).toBe(true);
    expect(commands).toEqual(IN_ORDER);
  });

  it.each([
    ['Timed work', 'cron.schedule', 'Switch Cron and Vault on'],
    ['Administrator', 'user_profiles', 'in the SQL editor'],
  ])('stops when %s fails, says what to do, and repeats it', async (name, statement, remedy) => {
    project.refuses = statement;
    expect(await start()).toBe(false);
    expect(said()).toContain(`${name} FAILED: refused`);
    expect(said()).toContain(remedy);
    expect(commands).toEqual(IN_ORDER.slice(0, 5));
    project.refuses = null;
    expect(await start()).toBe(true);
  });
});

// «Toda a comunicação é cifrada.»
it.each([
  ['https://danceflix.example', true],
  ['https://app.danceflix.com.br/', true],
  ['http://danceflix.example', false],
  ['https://localhost', false],
  ['https://danceflix', false],
  ['https://danceflix.local', false],
  ['https://danceflix.test', false],
  ['https://192.168.0.10', false],
  ['https://[::1]', false],
  ['https://danceflix.example/app', false],
  ['https://danceflix.example/?x=1', false],
  ['https://ana@danceflix.example', false],
  ['danceflix.example', false],
])('[T092] %s is a public site: %s', (address, isPublic) => {
  expect(isPublicSite(address)).toBe(isPublic);
});
