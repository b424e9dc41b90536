/** The kept releases: what the release command has written into a folder each (scripts/release). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReleaseFacts } from '../../../scripts/build/release-facts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Where releases are kept; `UPGRADE_RELEASES` names another folder, for a trial release. */
export const releasesFolder = (): string => process.env.UPGRADE_RELEASES || join(ROOT, 'tests', 'upgrade');

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

export interface KeptRelease {
  version: string;
  folder: string;
}

/** Files of a kept release. */
export const FILES = {
  release: 'release.json',
  database: 'database.json.br',
  phone: 'phone.json.br',
  app: 'app.br',
  contract: 'contract.json.br',
} as const;

export interface ReleaseRecord extends ReleaseFacts {
  /** Its migrations in order; their contents are frozen (supabase/released.json). */
  migrations: string[];
  /** Paths of its pages, by who opens them. */
  pages: Record<'visitor' | 'student' | 'teacher', string[]>;
}

/** Oldest first. */
export function keptReleases(folder = releasesFolder()): KeptRelease[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => VERSION.test(name) && existsSync(join(folder, name, FILES.release)))
    .sort(byVersion)
    .map((version) => ({ version, folder: join(folder, version) }));
}

export function byVersion(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  for (const [place, number] of (a ?? []).entries()) {
    const difference = number - (b?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export const recordOf = ({ folder }: KeptRelease): ReleaseRecord =>
  JSON.parse(readFileSync(join(folder, FILES.release), 'utf8')) as ReleaseRecord;

/** The version that package.json names. */
export const treeVersion = (): string =>
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

/** Why no release is kept; throws where one has to be. */
export function whyNone(version = treeVersion()): string {
  if (byVersion(version, '1.0.0') >= 0)
    throw new Error(`No release is kept in ${releasesFolder()}, although this is ${version}`);
  return `No release yet: this is ${version}`;
}
