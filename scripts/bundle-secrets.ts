/** Checks that dist/ contains no secrets; `npm test` runs it like the budget. */
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { envValues, secretsInFolder } from './audit/secrets';
import { clientEnvSchema } from './client-env';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** Variables of the server and of scripts, which may be set in the environment of a build. */
const SERVER_NAMES = [
  'SUPABASE_SERVICE_ROLE_KEY',
  'SUPABASE_SECRET_KEY',
  'SUPABASE_DB_PASSWORD',
  'SUPABASE_ACCESS_TOKEN',
  'DATABASE_URL',
  'FCM_SERVICE_ACCOUNT',
  'RESEND_API_KEY',
  'MATCH_MODEL_KEY',
];

const publicNames = Object.keys(clientEnvSchema.shape);
const files = ['.env', '.env.local', '.env.production', '.env.production.local', 'supabase/functions/.env'];
const values = {
  ...envValues(files.map((file) => `${ROOT}${file}`)),
  ...Object.fromEntries(SERVER_NAMES.map((name) => [name, process.env[name] ?? ''])),
};
const secrets = Object.fromEntries(Object.entries(values).filter(([name]) => !publicNames.includes(name)));
const places = [ROOT, `${homedir()}/`].filter((place) => place.length > 2);

const found = secretsInFolder(`${ROOT}dist`, { places, values: secrets, publicNames });
for (const line of found) console.error(line);
console.log(found.length === 0 ? 'The build contains no secrets.' : `${found.length} findings.`);
process.exit(found.length === 0 ? 0 : 1);
