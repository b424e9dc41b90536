/** Facts of a project about Supabase's own schemas and roles that the product relies on. */
import { readFile } from 'node:fs/promises';
import { within } from './cluster.ts';

export type Fact = string | number | boolean | null | Fact[] | { [name: string]: Fact };
export type Facts = { [name: string]: Fact };

/** Reads the facts of the database at that URL, as its role sees them. */
export async function readFacts(url: string): Promise<Facts> {
  const query = await readFile(new URL('facts.sql', import.meta.url), 'utf8');
  const [row] = await within(url, (sql) =>
    sql.begin(async (tx) => {
      // Makes PostgreSQL write names with their schemas, whatever the role's search path.
      await tx`set local search_path = ''`;
      return tx.unsafe<{ facts: Facts }[]>(query);
    }),
  );
  if (row === undefined) throw new Error('the database told no facts');
  return row.facts;
}

/** The stored facts. */
export async function knownFacts(): Promise<Facts> {
  return JSON.parse(await readFile(new URL('facts.json', import.meta.url), 'utf8')) as Facts;
}

/**
 * One line for each fact that `real` lacks or states differently. Additional facts in `real` are no
 * difference, because Supabase adds tables, columns and functions all the time; only additional
 * privileges are.
 */
export function differences(expected: Fact, real: Fact | undefined, path = ''): string[] {
  if (isObject(expected) && isObject(real)) {
    const missing = Object.entries(expected).flatMap(([name, fact]) =>
      differences(fact, real[name], path === '' ? name : `${path} › ${name}`),
    );
    const beyond = /privileges$/.test(path)
      ? Object.entries(real).filter(([name]) => !(name in expected))
      : [];
    return [
      ...missing,
      ...beyond.map(([name, fact]) => `${path} › ${name}: ${told(fact)}, expected nothing`),
    ];
  }
  if (real === undefined) return [`${path}: missing, expected ${told(expected)}`];
  return told(expected) === told(real) ? [] : [`${path}: ${told(real)}, expected ${told(expected)}`];
}

const isObject = (fact: Fact | undefined): fact is { [name: string]: Fact } =>
  typeof fact === 'object' && fact !== null && !Array.isArray(fact);
const told = (fact: Fact) => JSON.stringify(fact);
