/** Compares what the database may refuse a queued write with, and the words that its kind has for that. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KINDS } from '@/outbox/commands/kinds';
import type { Kind } from '@/outbox/kind';
import { isWait } from '@/outbox/refusals';
import { wordsFor } from '@/outbox/sending';

const SCHEMA = readFileSync('supabase/schema.sql', 'utf8');
const kinds: [string, Kind<unknown>][] = Object.entries(KINDS);

/** The bodies of all functions, by name with schema. */
function readBodies(): Map<string, string> {
  const bodies = new Map<string, string>();
  for (const found of SCHEMA.matchAll(/create (?:or replace )?function (\w+\.\w+)\s*\(/gi)) {
    const rest = SCHEMA.slice(found.index);
    const [, tag = ''] = /\bas (\$\w*\$)/i.exec(rest) ?? [];
    const start = rest.indexOf(tag) + tag.length;
    const name = found[1] ?? '';
    bodies.set(name, (bodies.get(name) ?? '') + rest.slice(start, rest.indexOf(tag, start)));
  }
  return bodies;
}

/** By table, the functions of triggers that run for what a procedure of the owner writes. */
function readTriggers(): Map<string, string[]> {
  const triggers = new Map<string, string[]>();
  for (const [line, table, name] of SCHEMA.matchAll(
    /create (?:constraint )?trigger \w+ .*? on (\w+\.\w+) .*?execute function (\w+\.\w+)\(/gi,
  )) {
    if (table && name && !/CURRENT_USER/.test(line))
      triggers.set(table, [...(triggers.get(table) ?? []), name]);
  }
  return triggers;
}

const bodies = readBodies();
const triggers = readTriggers();

/** The hints that a function may raise: itself, what it calls, and the triggers of the tables that it writes. */
function hintsOf(name: string, withTriggers: boolean, seen = new Set<string>()): Set<string> {
  const body = bodies.get(name);
  if (body === undefined || seen.has(name)) return new Set();
  seen.add(name);
  const hints = new Set([...body.matchAll(/app\.refuse\(\s*'\w+',\s*'(\w+)'/g)].map(([, hint = '']) => hint));
  const called = [...body.matchAll(/\b((?:app|public)\.\w+)\s*\(/g)].map(([, other = '']) => other);
  const written = withTriggers
    ? [...body.matchAll(/\b(?:insert into|update) (\w+\.\w+)/gi)].flatMap(
        ([, table = '']) => triggers.get(table) ?? [],
      )
    : [];
  for (const other of [...called, ...written]) {
    // Rows that a trigger writes in turn are not the ones that the write is about.
    for (const hint of hintsOf(other, withTriggers && called.includes(other), seen)) hints.add(hint);
  }
  return hints;
}

const refusedBy = (procedure: string) =>
  [...hintsOf(`public.${procedure}`, true)].filter((hint) => !isWait({ hint })).sort();

it('finds the refusals of a procedure, of what it calls and of the triggers on what it writes', () => {
  const hints = refusedBy('create_lesson_request');
  expect(hints).toEqual(
    expect.arrayContaining(['open_request_exists', 'invalid_value', 'account_banned', 'person_blocked']),
  );
});

it('every refusal that a queued write may meet has words', () => {
  const wordless = kinds.flatMap(([name, { procedure, send }]) =>
    (send?.refusals ?? refusedBy(procedure))
      .filter((hint) => wordsFor(name, { hint, code: null, details: null }) === null)
      .map((hint) => `${name}: ${hint}`),
  );
  expect(wordless).toEqual([]);
});

it('no kind has words for what its procedure never refuses', () => {
  const idle = kinds.flatMap(([name, { procedure, send, refusals, final = [] }]) => {
    const raised: readonly string[] = send?.refusals ?? refusedBy(procedure);
    return [...Object.keys(refusals), ...final]
      .filter((hint) => !raised.includes(hint))
      .map((hint) => `${name}: ${hint}`);
  });
  expect(idle).toEqual([]);
});

it('each kind is listed under its own name, and its procedure exists', () => {
  for (const [name, { kind, procedure, send }] of kinds) {
    expect(kind).toBe(name);
    if (!send) expect(bodies.has(`public.${procedure}`), procedure).toBe(true);
  }
});
