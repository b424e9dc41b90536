/**
 * Migrations that a release has brought to projects never change: each is listed with its checksum in
 * supabase/released.json, and later ones have later stamps.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const RELEASED = join(ROOT, 'supabase', 'released.json');
const MIGRATIONS = join(ROOT, 'supabase', 'migrations');

export interface Frozen {
  /** SHA-256 of each released file, by name. */
  migrations: Record<string, string>;
}

export const migrationFiles = (folder = MIGRATIONS): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();

export const readFrozen = (file = RELEASED): Frozen | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Frozen) : null;

export function freeze(folder = MIGRATIONS): Frozen {
  const sums = migrationFiles(folder).map((name) => [name, checksum(readFileSync(join(folder, name)))]);
  return { migrations: Object.fromEntries(sums) };
}

const checksum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The faults of the present files, one line each. */
export function frozenFaults({ migrations: released }: Frozen, { migrations: present }: Frozen): string[] {
  const names = Object.keys(released).sort();
  const last = names.at(-1) ?? '';
  const changed = names.flatMap((name) => {
    if (present[name] === undefined) return [`${name} was released and is gone`];
    return present[name] === released[name] ? [] : [`${name} was released and has changed`];
  });
  const early = Object.keys(present)
    .filter((name) => released[name] === undefined && name.slice(0, 14) <= last.slice(0, 14))
    .map((name) => `${name} is new, but its stamp is not after that of ${last}: db push would refuse it`);
  return [...changed, ...early];
}
