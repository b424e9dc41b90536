/** Finds what must not be in a built file: server keys, values of the server's environment, paths of the build machine. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export interface Known {
  /** Paths of this machine: the project's folder, the user's home. */
  places: readonly string[];
  /** Secret values by variable name. */
  values: Readonly<Record<string, string>>;
  /** VITE_ variables that may be in the build. */
  publicNames: readonly string[];
}

const PATTERNS: Readonly<Record<string, RegExp>> = {
  'a secret key of Supabase': /\bsb_secret_[\w-]{8,}/,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----(\\n|\s)*[\w+/=]{16,}/,
  'a service account': /"type"\s*:\s*"service_account"|"private_key_id"\s*:/,
  'a key of a model’s service': /\bsk-[\w-]{20,}/,
  'a key of a mail service': /\bre_[A-Za-z0-9]{8,}_[A-Za-z0-9]{16,}/,
  'a key of a cloud': /\bAKIA[0-9A-Z]{16}\b/,
  'a token of GitHub': /\b(ghp|gho|ghs|github_pat)_\w{20,}/,
  'a database’s address with its password': /\bpostgres(ql)?:\/\/[^\s/:@"'`]+:[^\s/@"'`$]+@/,
};
const JWT = /\beyJ[\w-]{8,}\.(eyJ[\w-]{8,})\.[\w-]{8,}/g;

/** One line per secret found in a file's text. */
export function secretsIn(text: string, { places, values, publicNames }: Known): string[] {
  const found = Object.entries(PATTERNS)
    .filter(([, pattern]) => pattern.test(text))
    .map(([name]) => name);
  for (const [, payload = ''] of text.matchAll(JWT)) {
    const role = roleOf(payload);
    if (role !== null && role !== 'anon') found.push(`a token of the role ${role}`);
  }
  for (const [name] of text.matchAll(/\bVITE_[A-Z0-9_]+\b/g))
    if (!publicNames.includes(name)) found.push(`the variable ${name}`);
  for (const [name, value] of Object.entries(values))
    if (value.length >= 8 && text.includes(value)) found.push(`the value of ${name}`);
  for (const place of places)
    if (text.includes(place)) found.push(`a path of the machine that built it (${place})`);
  return [...new Set(found)];
}

function roleOf(payload: string): string | null {
  try {
    const { role } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { role?: unknown };
    return typeof role === 'string' ? role : null;
  } catch {
    return null;
  }
}

/** Finds files that no browser requests, and links to source maps that do not exist. */
function strayOf(dir: string, file: string, text: string): string[] {
  const found = /(^|[/\\])\.env|\.(pem|key|p12|sql|ts|tsx)$/.test(file)
    ? ['a file that is no part of a site']
    : [];
  for (const [, name = ''] of text.matchAll(/\n\/\/# sourceMappingURL=(\S+)\s*$/g)) {
    if (/^(data:|https?:)/.test(name)) found.push('a source map from elsewhere, or inside the code');
    else if (!existsSync(join(dir, dirname(file), name)))
      found.push(`a source map that is not there: ${name}`);
  }
  return found;
}

/** '<file>: <finding>' for all files of a folder, recursively. */
export function secretsInFolder(dir: string, known: Known): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const file = relative(dir, path);
      const text = readFileSync(path, 'latin1');
      return [...secretsIn(text, known), ...strayOf(dir, file, text)].map((what) => `${file}: ${what}`);
    });
}

/** Names and values of `.env` files; missing files are skipped. */
export function envValues(files: readonly string[]): Record<string, string> {
  const lines = files
    .filter((file) => existsSync(file) && statSync(file).isFile())
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const pairs = lines
    .map((line) => /^\s*(?:export\s+)?(\w+)\s*=\s*(.*?)\s*$/.exec(line))
    .filter((pair) => pair !== null);
  return Object.fromEntries(
    pairs.map(([, name, value]) => [name, (value ?? '').replace(/^(["'])(.*)\1$/, '$2')]),
  );
}
