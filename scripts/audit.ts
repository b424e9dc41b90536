/**
 * `npm run audit`: the lock file as it must be, which needs no registry, and what the registry knows against what is in
 * it. A registry that does not answer the question is said so, and is no failure: nothing was found out.
 */
import { readFileSync } from 'node:fs';
import { askRegistry } from './audit/advisories';
import { type Locked, lockfileProblems, type Manifest } from './audit/lockfile';

const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;

const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json');
const problems = lockfileProblems(read<Manifest>('package.json'), packages);
for (const problem of problems) console.error(`Lock file: ${problem}`);
if (problems.length === 0)
  console.log(
    `Lock file: ${Object.keys(packages).length - 1} packages from the registry, each with its digest, none that runs something when it is installed without a decision.`,
  );

const advisories = askRegistry();
if (advisories.kind === 'found') {
  console.error('Known faults, high or critical, in what the app ships:');
  for (const line of advisories.lines) console.error(`  ${line}`);
} else if (advisories.kind === 'none')
  console.log('Registry: it knows of no high or critical fault in what the app ships.');
else
  console.warn(
    `\n  !! NOT AUDITED: the registry did not answer whether it knows of faults (${advisories.why}).\n`,
  );

process.exit(problems.length > 0 || advisories.kind === 'found' ? 1 : 0);
