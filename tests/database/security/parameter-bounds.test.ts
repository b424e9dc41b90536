/** No parameter that a person can pass is longer than app.parameter_bounds says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProcedures, type Procedure } from '../../fuzz/support/procedures.ts';
import { CALLERS, createWorld, type World } from '../../fuzz/support/world.ts';
import { migrationsDir } from '../../support/migrations-dir.ts';
import { PERSONS } from '../matrix/rules.ts';
import { PROCEDURES } from '../matrix.ts';

let world: World;
let procedures: Procedure[];
beforeAll(async () => {
  world = await createWorld({ migrationsDir });
  procedures = await openProcedures(world.database, world.ids);
});
afterAll(() => world?.close());

type Arg = Procedure['args'][number];
const isLong = ({ type }: Arg) => /^(text|jsonb?)$|\[\]$/.test(type);
const bounds = async () =>
  new Map(
    (
      await world.database.query<{ place: string; at_most: number }>(
        `select procedure || '.' || parameter as place, at_most from app.parameter_bounds`,
      )
    ).map(({ place, at_most }) => [place, at_most]),
  );
const call = (procedure: Procedure, changed: Record<string, unknown>) => {
  const { execute } = PROCEDURES[procedure.signature] ?? {};
  const as = CALLERS.find((caller) => execute?.[PERSONS.indexOf(caller)] === 'allowed') ?? 'visitor';
  const given: Record<string, unknown> = { ...procedure.fitting, ...changed };
  if ('command_id' in given) given.command_id = crypto.randomUUID();
  return world.ask({
    as,
    method: 'POST',
    path: `/rest/v1/rpc/${procedure.name}`,
    body: JSON.stringify(given),
  });
};

/** A value of this type that is longer by one than the bound. */
function tooLong({ name, type }: Arg, fitting: unknown, bound: number): unknown {
  if (type === 'text') return 'a'.repeat(bound + 1);
  if (type.endsWith('[]')) {
    const one = Array.isArray(fitting) && fitting.length > 0 ? fitting[0] : name;
    return Array.from({ length: bound + 1 }, () => one);
  }
  return Array.isArray(fitting)
    ? [...fitting, 'a'.repeat(bound)]
    : { ...Object(fitting), extra: 'a'.repeat(bound) };
}

describe('bounds of parameters', () => {
  it('every text, document and list has one, and no bound is of something else', async () => {
    const places = procedures.flatMap(({ name, args }) =>
      args.filter(isLong).map((arg) => `${name}.${arg.name}`),
    );
    expect(places.length).toBeGreaterThan(130);
    expect([...(await bounds()).keys()].sort()).toEqual([...new Set(places)].sort());
  });

  it('every kind of command has the bound of what it is given', async () => {
    const sources = await world.database.query<{ kind: string }>(
      `select distinct m[1] as kind from pg_proc p,
         regexp_matches(p.prosrc, 'begin_command\\(\\s*(?:\\w+\\.)?command_id,\\s*''([^'']+)''', 'g') m`,
    );
    const known = await world.database.query<{ kind: string }>(
      'select command_kind as kind from app.parameter_bounds where command_kind is not null',
    );
    // Their payload is an id, a switch or a list of ids with a bound of its own.
    const short = [
      'admin.teacher.revoke_invitation',
      'admin.test_data.remove',
      'notifications.preferences',
      'notifications.read',
      'sponsor.deactivate',
    ];
    const named = (rows: { kind: string }[]) => rows.map(({ kind }) => kind).sort();
    expect(sources.length).toBeGreaterThan(50);
    expect(named(sources)).toEqual([...named(known), ...short, 'supporter.deactivate'].sort());
  });

  it('whoever may call it is refused what is longer by one', async () => {
    const limits = await bounds();
    const taken: string[] = [];
    for (const procedure of procedures) {
      for (const arg of procedure.args.filter(isLong)) {
        const value = tooLong(
          arg,
          procedure.fitting[arg.name],
          limits.get(`${procedure.name}.${arg.name}`) ?? 0,
        );
        const { status } = await call(procedure, { [arg.name]: value });
        if (status < 400 || status >= 500) taken.push(`${procedure.name}.${arg.name}: ${status}`);
      }
    }
    expect(taken).toEqual([]);
  });

  it('the embedded server refuses a longer body before the database sees it', async () => {
    const body = JSON.stringify({
      asked: { after: {}, lists: Array.from({ length: 200_000 }, () => 'lessons') },
    });
    const answer = await world.ask({
      as: 'student',
      method: 'POST',
      path: '/rest/v1/rpc/pull_changes',
      body,
    });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toMatchObject({ hint: 'too_long' });
  });
});

describe('lists that a phone asks for', () => {
  const lists = (names: string[]) =>
    world.ask({
      as: 'student',
      method: 'POST',
      path: '/rest/v1/rpc/pull_changes',
      body: JSON.stringify({ asked: { after: {}, lists: names } }),
    });

  it('are read once each, however often they are named', async () => {
    await world.database.exec(`
      create sequence public.readings;
      alter function public.visible_ids_lessons() rename to read_ids_of_lessons;
      create function public.visible_ids_lessons() returns jsonb language plpgsql security definer as
        $$ begin perform nextval('public.readings'); return public.read_ids_of_lessons(); end $$`);
    // As many as the bound lets through.
    const [often, once] = [
      await lists(Array.from({ length: 350 }, () => 'lessons')),
      await lists(['lessons']),
    ];
    expect(often.status).toBe(200);
    expect(JSON.parse(often.text).lists).toEqual(JSON.parse(once.text).lists);
    const [row] = await world.database.query<{ last_value: string }>(
      'select last_value from public.readings',
    );
    expect(Number(row?.last_value)).toBe(2);
  });
});
