/**
 * The project's API keys, new and legacy. Since 2025 Supabase passes functions JSON objects of keys by name
 * (SUPABASE_SECRET_KEYS with `sb_secret_…`, SUPABASE_PUBLISHABLE_KEYS with `sb_publishable_…`). The legacy keys are
 * JWTs in SUPABASE_SERVICE_ROLE_KEY and SUPABASE_ANON_KEY, which a project may have disabled.
 */

/** Name of the key that every new project has. */
const FIRST = 'default';

const variable = (name: string) => (Deno.env.get(name) ?? '').trim();

/** Keys in the environment variable `name`, the default one first. The parse error is not logged: it would quote a key. */
function namedKeys(name: string): string[] {
  const text = variable(name);
  if (text === '') return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = null;
  }
  if (typeof parsed !== 'object' || parsed === null) {
    console.error(`${name} is not a JSON object of keys by name`);
    return [];
  }
  return Object.entries(parsed)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '')
    .sort(([one], [other]) => Number(other === FIRST) - Number(one === FIRST))
    .map(([, key]) => key.trim());
}

const withLegacy = (names: string, legacy: string) =>
  [...namedKeys(names), variable(legacy)].filter((key) => key !== '');

const secretKeys = () => withLegacy('SUPABASE_SECRET_KEYS', 'SUPABASE_SERVICE_ROLE_KEY');

/** The key with which a function acts as the service role; empty when the project provides none. */
export const secretKey = (): string => secretKeys()[0] ?? '';

/** The key with which a function acts as a visitor. */
export const publishableKey = (): string =>
  withLegacy('SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_ANON_KEY')[0] ?? '';

/**
 * Whether a request carries one of the project's secret keys, in `apikey` or as a bearer token. Hosted gateways replace
 * `Authorization: Bearer sb_…` by the JWT that `apikey` stands for, so there a new key is found only in `apikey`.
 */
export async function secretKeyOf({ headers }: Request): Promise<'right' | 'wrong' | 'missing'> {
  const [, bearer = ''] = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  const given = [headers.get('apikey')?.trim() ?? '', bearer].filter((key) => key !== '');
  if (given.length === 0) return 'missing';
  const known = await Promise.all(secretKeys().map(digest));
  let isKnown = false;
  for (const one of await Promise.all(given.map(digest))) {
    for (const key of known) isKnown = isEqual(one, key) || isKnown;
  }
  return isKnown ? 'right' : 'wrong';
}

const digest = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** Constant-time comparison, so that the duration reveals nothing about a key. */
const isEqual = (one: Uint8Array, other: Uint8Array) =>
  one.reduce((different, byte, at) => different | (byte ^ (other[at] ?? 0)), 0) === 0;
