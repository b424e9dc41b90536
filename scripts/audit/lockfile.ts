/** Checks of the lock file and its package.json that need no registry. */
export interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  hasInstallScript?: boolean;
}

export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  overrides?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** One line per problem: a package not from the registry or without digest, an inexact version, an undecided install script. */
export function lockfileProblems(manifest: Manifest, packages: Readonly<Record<string, Locked>>): string[] {
  const problems: string[] = [];
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'] as const) {
    for (const [name, version] of Object.entries(manifest[kind] ?? {}))
      if (!EXACT.test(version)) problems.push(`${name}: ${version} is no exact version`);
  }
  const reviewed = manifest.allowScripts ?? {};
  for (const [path, locked] of Object.entries(packages)) {
    if (path === '') continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (locked.link) problems.push(`${name}: is a link to a folder`);
    if (locked.resolved !== undefined && !locked.resolved.startsWith('https://'))
      problems.push(`${name}: comes from ${locked.resolved}, which is no registry over TLS`);
    if (!locked.inBundle && !/^sha512-[\w+/]{86}==$/.test(locked.integrity ?? ''))
      problems.push(`${name}: has no sha512 digest`);
    if (locked.hasInstallScript && !(name in reviewed))
      problems.push(`${name}: has an install script that nobody has decided about (allowScripts)`);
  }
  for (const name of Object.keys(reviewed)) {
    const isThere = Object.entries(packages).some(
      ([path, { hasInstallScript }]) => path.endsWith(`node_modules/${name}`) && hasInstallScript,
    );
    if (!isThere) problems.push(`${name}: is in allowScripts and has no install script`);
  }
  return problems;
}
