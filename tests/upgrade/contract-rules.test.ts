/** The changes that break a contract, each made to a small database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../supabase/embedded/database/open.ts';
import type { Database } from '../../supabase/embedded/database.ts';
import { brokenBy, type Contract, contractOf, misreadBy, readFacts } from './support/contract';
import { type Exchange, mergeExchanges } from './support/exchange';
import { mergeShapes, missedIn, shapeOf } from './support/shape';

const exchange = (question: string, names: string[], answer: unknown = null): Exchange => ({
  question,
  always: names,
  names,
  body: null,
  answer: shapeOf(answer),
});

const ASKED = [
  exchange('rpc greet', ['person'], { text: 'Olá', times: 2 }),
  exchange('rpc pairs', [], [{ a: 1, b: 'x' }]),
  exchange('GET notes', ['id', 'text'], [{ id: 1, text: 'x' }]),
];

let db: Database;
let contract: Contract;
beforeAll(async () => {
  db = await openDatabase({ driver: 'pglite' });
  await db.exec(`
    create role anon; create role authenticated;
    create table public.notes (id int, text text, other int);
    grant select on public.notes to anon;
    create function public.greet(person text, loud boolean default false) returns jsonb language sql as $$ select '{}'::jsonb $$;
    create function public.pairs() returns table (a int, b text) language sql as $$ select 1, 'x' $$;
    grant execute on function public.greet(text, boolean), public.pairs() to anon`);
  contract = contractOf(ASKED, await readFacts(db));
});
afterAll(() => db.close());

/** The faults of the contract after the change, which is undone. */
async function brokenAfter(sql: string): Promise<string[]> {
  return db
    .transaction(async (tx) => {
      await tx.exec(sql);
      throw Object.assign(new Error('undone'), { broken: brokenBy(contract, await readFacts(tx)) });
    })
    .catch((error: Error & { broken?: string[] }) => {
      if (error.broken) return error.broken;
      throw error;
    });
}

describe('The contract is kept', () => {
  it('by the database that it was taken from', async () => {
    expect(Object.keys(contract.facts.procedures)).toEqual(['greet', 'pairs']);
    expect(brokenBy(contract, await readFacts(db))).toEqual([]);
  });

  it.each([
    ['a new column', 'alter table public.notes add more text'],
    ['a column that was never asked for', 'alter table public.notes drop other'],
    [
      'a new argument with a default',
      `drop function public.greet; create function public.greet(person text, loud boolean default false, slow boolean default false)
      returns jsonb language sql as $$ select '{}'::jsonb $$`,
    ],
    [
      'a new procedure and table',
      'create table public.more (id int); create function public.more() returns int language sql as $$ select 1 $$',
    ],
  ])('after %s', async (_, sql) => {
    expect(await brokenAfter(sql)).toEqual([]);
  });
});

describe('The contract is broken', () => {
  it.each([
    ['a removed procedure', 'drop function public.greet', 'rpc greet: the procedure is gone'],
    [
      'a renamed argument',
      `drop function public.greet; create function public.greet(who text) returns jsonb language sql as $$ select '{}'::jsonb $$`,
      'rpc greet: takes no call with (person)',
    ],
    [
      'a new required argument',
      `drop function public.greet; create function public.greet(person text, place text) returns jsonb language sql as $$ select '{}'::jsonb $$`,
      'rpc greet: takes no call with (person)',
    ],
    [
      'an argument of another type',
      `drop function public.greet; create function public.greet(person uuid) returns jsonb language sql as $$ select '{}'::jsonb $$`,
      'rpc greet: person is uuid instead of text',
    ],
    [
      'another result',
      `drop function public.greet; create function public.greet(person text) returns text language sql as $$ select '' $$`,
      'rpc greet: answers text instead of jsonb',
    ],
    [
      'a column of a result with another name',
      `drop function public.pairs; create function public.pairs() returns table (a int, c text) language sql as $$ select 1, 'x' $$`,
      'rpc pairs: the column b is gone',
    ],
    [
      'a right that was taken',
      'revoke execute on function public.greet from anon, public',
      'rpc greet: anon may no longer call it',
    ],
    ['a removed table', 'drop table public.notes', 'GET notes: the table is gone'],
    [
      'a renamed column',
      'alter table public.notes rename text to words',
      'GET notes: the column text is gone',
    ],
    [
      'a column of another type',
      'alter table public.notes alter id type text',
      'GET notes: the column id is text instead of integer',
    ],
    [
      'a table that may no longer be read',
      'revoke select on public.notes from anon',
      'GET notes: no longer: anon select',
    ],
  ])('by %s', async (_, sql, said) => {
    expect(await brokenAfter(sql)).toContain(said);
  });
});

describe('The shape of an answer', () => {
  it('misses a field that was always there, and a value of another type', () => {
    const promised = mergeShapes(
      shapeOf({ rows: [{ id: 'x', note: null }] }),
      shapeOf({ rows: [{ id: 'y', note: 'z', more: 1 }] }),
    );
    expect(missedIn(promised, shapeOf({ rows: [{ id: 'x', note: 'z', extra: true }] }))).toEqual([]);
    expect(missedIn(promised, shapeOf({ rows: [] }))).toEqual([]);
    expect(missedIn(promised, shapeOf({ rows: [{ note: null }] }))).toEqual(['rows[].id is missing']);
    expect(missedIn(promised, shapeOf({ rows: [{ id: 1, note: null }] }))).toEqual([
      'rows[].id is number instead of string',
    ]);
    expect(missedIn(promised, shapeOf({ rows: {} }))).toEqual(['rows is object instead of array']);
    expect(missedIn(promised, shapeOf({}))).toEqual(['rows is missing']);
  });

  it('counts ids and days as one key', () => {
    const day = shapeOf({ '2026-11-28': 1, '2026-11-29': 2 });
    expect(Object.keys(day.fields ?? {})).toEqual(['*']);
    expect(missedIn(day, shapeOf({}))).toEqual([]);
    const id = '9534dd5c-4e5e-4ab4-a24d-2082f1573a38';
    expect(Object.keys(shapeOf({ [`${id}-c.webp`]: 'x', [`${id}-t.webp`]: 'x' }).fields ?? {})).toEqual([
      '*',
    ]);
    const kept = { types: ['object'], fields: { [`${id}-c.webp`]: shapeOf('x') } };
    expect(missedIn(kept, shapeOf({ 'another.webp': 'x' }))).toEqual([]);
    expect(missedIn(kept, shapeOf({ [id]: 1 }))).toEqual(['* is number instead of string']);
  });

  it('is compared in the columns that every request selects', () => {
    const asked = (...selections: string[][]) => {
      const seen = selections.map((selected) => ({ ...exchange('GET notes', [], [{ id: 1 }]), selected }));
      return [seen.reduce((all: Exchange | undefined, one) => mergeExchanges(all, one), undefined)].flatMap(
        (merged) => merged ?? [],
      );
    };
    const missed = ['GET notes: [].text is missing'];
    expect(misreadBy(contract, asked(['id']))).toEqual({ faults: [], compared: 1 });
    expect(misreadBy(contract, asked(['*'], ['id'])).faults).toEqual([]);
    expect(misreadBy(contract, asked(['id', 'text'])).faults).toEqual(missed);
    expect(misreadBy(contract, asked(['*'], ['text', 'id'])).faults).toEqual(missed);
    expect(misreadBy(contract, asked(['*'])).faults).toEqual(missed);
  });

  it('is compared for questions that both have asked', () => {
    const recorded = [exchange('rpc greet', ['person'], { text: 'Olá' }), exchange('rpc new', [], 1)];
    expect(misreadBy(contract, recorded)).toEqual({ faults: ['rpc greet: times is missing'], compared: 1 });
  });
});

it('Exchanges of one question are merged: names that every request had stay apart from those that some had', () => {
  const merged = mergeExchanges(exchange('rpc greet', ['loud', 'person']), exchange('rpc greet', ['person']));
  expect(merged).toMatchObject({ always: ['person'], names: ['loud', 'person'] });
});
