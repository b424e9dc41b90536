// @vitest-environment happy-dom
/** Every validator and schema of the app with every kind of value. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cases, isLong } from './support/cases.ts';
import { anyValue, hostileText, hostileValue } from './support/hostile.ts';
import { type Asked, JUDGES } from './support/judges.ts';
import { VALIDATORS } from './validators.ts';

const SHARE = 2000;

const files = [
  ...['src', 'sw', 'supabase/functions'].flatMap((room) =>
    readdirSync(room, { recursive: true, withFileTypes: true }).map((entry) =>
      join(entry.parentPath, entry.name),
    ),
  ),
  ...['scripts/client-env.ts', 'supabase/hosting/html.ts'],
].filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file));
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

const named = [...sources]
  .filter(([file]) => file.endsWith('.ts'))
  .flatMap(([file, source]) =>
    [...source.matchAll(/^export (?:async )?(?:function (\w+)|const (\w+) = (?:async )?\()/gm)]
      .map(([, name, constant]) => name ?? constant ?? '')
      .filter((name) => JUDGES.test(name) && !name.startsWith('use'))
      .map((name) => `${file}#${name}`),
  );

/**
 * Modules with zod schemas to test. Functions of the server's side use packages of another kind.
 */
const withSchemas = [...sources]
  .filter(
    ([file, source]) =>
      // Importing a screen would load the whole back-office.
      (isLong || file.endsWith('.ts')) &&
      /^export const \w+ = z\s*\./m.test(source) &&
      !file.startsWith('supabase/functions'),
  )
  .map(([file]) => file);

const load = (file: string) => import(/* @vite-ignore */ resolve(file)) as Promise<Record<string, unknown>>;

beforeEach(() => {
  for (const level of ['warn', 'error', 'info'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

it('every validator in the sources is fuzzed, or has a reason why not', () => {
  expect(named.filter((name) => VALIDATORS[name] === undefined)).toEqual([]);
  // Entries that are gone from the sources, or renamed, test nothing any more.
  const known = (name: string) => {
    const [file = '', symbol = ''] = name.split('#');
    return new RegExp(`export (async )?(function|const) ${symbol}\\b`).test(sources.get(file) ?? '');
  };
  const gone = Object.entries(VALIDATORS).filter(
    ([name, entry]) => !('apart' in entry && !named.includes(name)) && !known(name),
  );
  expect(gone.map(([name]) => name)).toEqual([]);
});

const asked = Object.entries(VALIDATORS).filter((entry): entry is [string, Asked] => 'with' in entry[1]);

describe('a validator returns or refuses in its own way, and never crashes', () => {
  it.each(asked.map(([name, entry], part) => [name, entry, part] as const))(
    '%s',
    async (name, entry, part) => {
      const [file = '', symbol = ''] = name.split('#');
      const judge = (await load(file))[symbol] as (...given: readonly unknown[]) => unknown;
      expect(judge).toBeTypeOf('function');
      let inStorage = '';
      vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => inStorage);
      const property = fc.property(
        entry.with,
        fc.oneof(
          hostileText,
          hostileValue.map((one) => JSON.stringify(one)),
        ),
        (given, kept) => {
          inStorage = kept;
          let answer: unknown;
          try {
            answer = judge(...given);
          } catch (error) {
            const kinds = error instanceof Error ? [error.name, error.constructor.name] : [];
            if (
              entry.refusesWith !== undefined &&
              kinds.some((kind) => kind === entry.refusesWith || kind === '$ZodError')
            )
              return;
            throw error;
          }
          entry.holds?.(answer, given);
        },
      );
      fc.assert(property, cases(SHARE, [part, asked.length + withSchemas.length]));
    },
  );
});

interface Schema {
  safeParse(value: unknown): { success: true; data: unknown } | { success: false };
}
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'safeParse' in value && '_zod' in value;

/** Validators that convert: their result differs from their input. */
const TURNING = new Set(['person']);

describe('a schema accepts or refuses, and accepts its own output again', () => {
  it.each(withSchemas.map((file, part) => [file, part] as const))('%s', async (file, part) => {
    const schemas = Object.entries(await load(file)).filter((entry): entry is [string, Schema] =>
      isSchema(entry[1]),
    );
    expect(schemas.length).toBeGreaterThan(0);
    for (const [name, schema] of schemas) {
      const shape = (schema as unknown as { shape?: object }).shape ?? {};
      const value = fc.oneof(
        anyValue,
        fc.dictionary(fc.constantFrom('id', ...Object.keys(shape)), hostileValue),
        fc.record(Object.fromEntries(Object.keys(shape).map((key) => [key, hostileValue]))),
      );
      const property = fc.property(value, (given) => {
        const first = schema.safeParse(given);
        if (!first.success || TURNING.has(name)) return;
        expect(schema.safeParse(first.data)).toEqual({ success: true, data: first.data });
      });
      fc.assert(
        property,
        cases(SHARE, [asked.length + part, (asked.length + withSchemas.length) * schemas.length]),
      );
    }
  });
});
