/**
 * Stamps of migrations: Supabase's `db push` refuses a file with an earlier stamp than the newest
 * one that a project has.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** From here on migrations change what a release has brought. */
const FIRST_AFTER_RELEASE = '20261128';

const stampOf = (file: string) => file.slice(0, 14);

/** The moment of a stamp in UTC; NaN when there is no such day or time. */
function momentOf(stamp: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Faults in the names of a folder of migrations at a moment. */
function faultsOf(files: readonly string[], now: number): string[] {
  const faults: string[] = [];
  const seen = new Map<string, string>();
  for (const file of files) {
    const stamp = stampOf(file);
    if (!/^\d{14}_[a-z][a-z0-9_]*\.sql$/.test(file) || Number.isNaN(momentOf(stamp))) {
      faults.push(`${file}: a migration is called <year month day hour minute second>_<subject>.sql`);
      continue;
    }
    // One day of tolerance for clocks and time zones.
    if (momentOf(stamp) > now + 86_400_000) {
      faults.push(`${file}: is stamped in the future; every file of today would then be refused by db push`);
    }
    const twin = seen.get(stamp);
    if (twin) faults.push(`${file}: has the stamp of ${twin}`);
    seen.set(stamp, file);
  }
  return faults;
}

describe('The migrations', () => {
  const files = readdirSync('supabase/migrations');

  it('are stamped in the past, each once', () => {
    expect(faultsOf(files, Date.now())).toEqual([]);
  });

  it('say above each command how it is called and refused, and nothing about former states', () => {
    const sources = files.map((file) => readFileSync(`supabase/migrations/${file}`, 'utf8'));
    const commands = sources.flatMap((sql) => [
      ...sql.matchAll(/((?:^--.*\n)*)^create function (public\.\w+)\(\s*command_id uuid,/gm),
    ]);
    expect(commands.length).toBeGreaterThan(50);
    const silent = commands.filter(([, said = '']) => !/Command|once/.test(said)).map(([, , name]) => name);
    expect(silent).toEqual([]);
    expect(sources.flatMap((sql) => sql.match(/^\s*-- (?:As before|What)\b.*/gm) ?? [])).toEqual([]);
  });

  it('of 1.0 say everything once: no object is defined again, renamed or dropped', () => {
    const sources = files
      .filter((file) => file < FIRST_AFTER_RELEASE)
      .map((file) => readFileSync(`supabase/migrations/${file}`, 'utf8'));
    const statements = sources.flatMap((sql) => sql.match(/^(?:create|drop|alter) [^\n]*/gm) ?? []);
    expect(statements.length).toBeGreaterThan(1000);
    const again =
      /^(?:create or replace|drop|alter (?:function|policy|view|index)|alter table .*\b(?:rename|drop))\b/;
    expect(statements.filter((statement) => again.test(statement))).toEqual([]);
    const defined = statements.flatMap(
      (statement) => /^create (?:table|view|function) ([\w.]+)/.exec(statement)?.slice(1) ?? [],
    );
    const overloaded = [
      'app.bounded',
      'app.may_push',
      'app.number_field',
      'app.push_due_at',
      'app.show_post',
    ];
    const twice = defined.filter((name, index) => defined.indexOf(name) !== index);
    expect(twice.filter((name) => !overloaded.includes(name))).toEqual([]);
  });

  it('share no stamp with those of the conformance suite, which are pushed to the same project', () => {
    const ours = new Set(files.map(stampOf));
    expect(
      readdirSync('tests/conformance/migrations')
        .map(stampOf)
        .filter((stamp) => ours.has(stamp)),
    ).toEqual([]);
  });
});

describe('A wrong stamp', () => {
  const now = Date.parse('2026-11-25T12:00:00Z');

  it('is found', () => {
    expect(faultsOf(['20261124000100_lessons.sql', '20261125000000_leads.sql'], now)).toEqual([]);
    expect(faultsOf(['20261206000100_lessons.sql'], now)).toEqual([expect.stringContaining('in the future')]);
    expect(faultsOf(['20261124000100_a.sql', '20261124000100_b.sql'], now)).toEqual([
      expect.stringContaining('has the stamp of 20261124000100_a.sql'),
    ]);
    expect(faultsOf(['20261324000100_lessons.sql', 'lessons.sql'], now)).toHaveLength(2);
  });
});
