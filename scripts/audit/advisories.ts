/** Vulnerabilities that the registry knows in the packages the app ships. */
import { spawnSync } from 'node:child_process';
import { z } from 'zod';

const report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.string(), range: z.string().optional(), fixAvailable: z.unknown() }),
  ),
});
const failure = z.object({
  error: z.looseObject({ code: z.string().optional(), summary: z.string().optional() }),
});
const GRAVE = ['high', 'critical'];

export type Advisories =
  | { kind: 'none' }
  | { kind: 'found'; lines: string[] }
  /** The registry did not answer, or not readably. This is not a clean result. */
  | { kind: 'not taken'; why: string };

export function askRegistry(): Advisories {
  const run = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  return readAudit(run.stdout ?? '', (run.stderr ?? '').trim());
}

/** Parses the output of `npm audit --json`; `output` is its stdout, `errors` its stderr. */
export function readAudit(output: string, errors: string): Advisories {
  let value: unknown;
  try {
    value = JSON.parse(output);
  } catch {
    return { kind: 'not taken', why: reasonIn(errors) || 'npm gave no report' };
  }
  const read = report.safeParse(value);
  if (!read.success) {
    const failed = failure.safeParse(value);
    const summary = failed.success ? (failed.data.error.summary ?? failed.data.error.code) : undefined;
    return {
      kind: 'not taken',
      why: summary || reasonIn(errors) || 'the report is not one that this program knows',
    };
  }
  const lines = Object.entries(read.data.vulnerabilities)
    .filter(([, { severity }]) => GRAVE.includes(severity))
    .map(([name, { severity, range }]) => `${name} ${range ?? ''}: ${severity}`);
  return lines.length === 0 ? { kind: 'none' } : { kind: 'found', lines };
}

const reasonIn = (errors: string) =>
  errors
    .split('\n')
    .filter((line) => /audit|E\d{3}|ENOTFOUND|ECONN|ETIMEDOUT/i.test(line))
    .at(-1)
    ?.slice(0, 200) ?? '';
