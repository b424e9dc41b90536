/**
 * `npm run audit`: checks the lock file, which needs no registry, and asks the registry for known vulnerabilities. When
 * the registry does not answer, a warning says so and the program succeeds, because nothing was found.
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
    `Lock file: ${Object.keys(packages).length - 1} packages from the registry, each with its digest, none with an undecided install script.`,
  );

const advisories = askRegistry();
if (advisories.kind === 'found') {
  console.error('Known vulnerabilities, high or critical, in what the app ships:');
  for (const line of advisories.lines) console.error(`  ${line}`);
} else if (advisories.kind === 'none')
  console.log('Registry: no known high or critical vulnerability in what the app ships.');
else
  console.warn(
    `\n  !! NOT AUDITED: the registry did not answer the request for vulnerabilities (${advisories.why}).\n`,
  );

process.exit(problems.length > 0 || advisories.kind === 'found' ? 1 : 0);
