/** Settings of a deploy, from the environment and from `.env.deploy.local`, which git ignores. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';

export const SETTINGS_FILE = '.env.deploy.local';

/** Secrets of the functions (README, Environment); those with a value are set on the project. */
export const FUNCTION_SECRETS = [
  ...['FCM_SERVICE_ACCOUNT', 'FCM_URL', 'MATCH_MODEL_URL', 'MATCH_MODEL_KEY', 'MATCH_MODEL_NAME'],
  ...['MATCH_MODEL_PATIENCE', 'MATCH_CALLS_PER_ADDRESS', 'MATCH_CALLS_PER_DAY'],
];

const given = (what: string) => z.string({ error: `is missing: ${what}` }).min(1, `is missing: ${what}`);

const settings = z.object({
  SUPABASE_ACCESS_TOKEN: given('a token from supabase.com/dashboard/account/tokens'),
  SUPABASE_DB_PASSWORD: given('the password of the project’s database (dashboard, Database, Settings)'),
  VITE_SITE_URL: given('the address of the app, as https://danceflix.example').refine(isPublicSite, {
    error: 'must be a public address with https and without a path, as https://danceflix.example',
  }),
  VITE_OPERATOR_NAME: given('the person or company that runs the site'),
  VITE_OPERATOR_TAX_ID: given('the operator’s CNPJ or CPF'),
  VITE_OPERATOR_ADDRESS: given('the operator’s postal address'),
  VITE_OPERATOR_EMAIL: given('the operator’s e-mail address').pipe(z.email('must be an e-mail address')),
  SMTP_HOST: given('the mail server; without one Supabase mails only the team, twice an hour'),
  SMTP_PORT: given('the mail server’s port, such as 587').regex(/^\d{2,5}$/, 'must be a number'),
  SMTP_USER: given('the user at the mail server'),
  SMTP_PASS: given('the password at the mail server'),
  SMTP_SENDER: given('the address that mails come from').pipe(z.email('must be an e-mail address')),
  FIRST_ADMIN: given('the e-mail address of the first administrator').pipe(
    z.email('must be an e-mail address'),
  ),
});
export type Settings = z.infer<typeof settings>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings, or one line per missing or wrong one. Empty values count as missing. */
export function readSettings(env: Environment): { settings: Settings } | { problems: string[] } {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const read = settings.safeParse(filled);
  if (read.success) return { settings: read.data };
  return { problems: read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`) };
}

/** Environment of a deploy: variables of the shell take precedence over those of the file. */
export function deployEnvironment(root: string, env: Environment): Environment {
  const file = join(root, SETTINGS_FILE);
  const inFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...inFile, ...env };
}

/** Whether the address is reachable from any phone: mails link to it, and service workers need https. */
export function isPublicSite(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username } = new URL(text);
  if (protocol !== 'https:' || pathname !== '/' || search || hash || username) return false;
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return false;
  return hostname.includes('.') && !/\.(localhost|local|internal|test|invalid|lan)$/.test(hostname);
}

/** Variables that config.toml reads in addition to the settings. */
export const configEnvironment = ({ VITE_SITE_URL }: Settings): Environment => ({
  VITE_SITE_URL: VITE_SITE_URL.replace(/\/+$/, ''),
  SITE_PAGES: `${VITE_SITE_URL.replace(/\/+$/, '')}/**`,
});
