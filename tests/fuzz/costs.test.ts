/**
 * The cost of the longest call that a procedure takes, beside an honest one: the least of some calls each, by turns, so that
 * a busy machine meets both; a ratio, because times mean nothing here. `npm test` tries what visitors may call.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PERSONS } from '../database/matrix/rules.ts';
import { PROCEDURES } from '../database/matrix.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { isLong } from './support/cases.ts';
import { openProcedures, type Procedure } from './support/procedures.ts';
import { CALLERS, createWorld, type World } from './support/world.ts';

let world: World;
let procedures: Procedure[];
beforeAll(async () => {
  world = await createWorld({ migrationsDir, driver: 'pglite' });
  procedures = await openProcedures(world.database, world.ids);
});
afterAll(() => world?.close());

const TURNS = isLong ? 15 : 3;
/** A cheaper honest call would make the frame of a request the measure. */
const LEAST_MS = 2;
const MOST = 10;

/** Values of this type up to the bound that have many parts, or deep ones. */
function hostile(type: string, fitting: unknown, bound: number): unknown[] {
  if (type === 'text') return ['ã '.repeat(bound / 3), 'a'.repeat(bound), '%_'.repeat(bound / 2)];
  const word = crypto.randomUUID();
  if (type.endsWith('[]')) return [Array.from({ length: bound }, () => word)];
  const names = Object.keys(Object(fitting));
  const keys = Object.fromEntries(Array.from({ length: bound / 12 }, (_, at) => [`k${at}`, at]));
  const list = Array.from({ length: bound / 40 }, () => word);
  return [
    { ...Object(fitting), ...keys },
    Array.from({ length: bound / 12 }, () => ({ a: 1 })),
    ...names.flatMap((name) => [
      { ...Object(fitting), [name]: list },
      { ...Object(fitting), [name]: 'ã '.repeat(bound / 4) },
      { ...Object(fitting), [name]: keys },
    ]),
  ];
}

const isOpenToVisitors = ({ name, signature }: Procedure) =>
  name === 'pull_changes' || PROCEDURES[signature]?.execute[PERSONS.indexOf('visitor')] === 'allowed';

async function cost(procedure: Procedure, changed: Record<string, unknown>): Promise<number> {
  const { execute } = PROCEDURES[procedure.signature] ?? {};
  const as = CALLERS.find((caller) => execute?.[PERSONS.indexOf(caller)] === 'allowed') ?? 'visitor';
  const given: Record<string, unknown> = { ...procedure.fitting, ...changed };
  if ('command_id' in given) given.command_id = crypto.randomUUID();
  const body = JSON.stringify(given);
  const start = performance.now();
  await world.ask({ as, method: 'POST', path: `/rest/v1/rpc/${procedure.name}`, body });
  return performance.now() - start;
}

it('the longest call costs at most ten times an honest one', async () => {
  const bounds = await world.database.query<{ procedure: string; parameter: string; at_most: number }>(
    'select procedure, parameter, at_most from app.parameter_bounds where at_most < 1000000',
  );
  const dear: { ratio: number; place: string; honest: number }[] = [];
  const tried = isLong ? procedures : procedures.filter(isOpenToVisitors);
  for (const procedure of tried) {
    for (const { name, type } of procedure.args) {
      const bound = bounds.find((one) => one.procedure === procedure.name && one.parameter === name);
      if (bound === undefined) continue;
      const values = hostile(type, procedure.fitting[name], bound.at_most);
      let honest = Number.POSITIVE_INFINITY;
      const least = values.map(() => Number.POSITIVE_INFINITY);
      for (let turn = 0; turn < TURNS; turn += 1) {
        honest = Math.min(honest, await cost(procedure, {}));
        for (const [at, value] of values.entries())
          least[at] = Math.min(least[at] ?? 0, await cost(procedure, { [name]: value }));
      }
      const ratio = Math.max(...least) / Math.max(honest, LEAST_MS);
      dear.push({ ratio, place: `${procedure.name}.${name}`, honest });
    }
  }
  dear.sort((one, other) => other.ratio - one.ratio);
  if (isLong)
    console.log(
      dear
        .slice(0, 12)
        .map(({ ratio, place }) => `${place} ${ratio.toFixed(1)}`)
        .join('\n'),
    );
  expect(dear.length).toBeGreaterThan(isLong ? 130 : 15);
  expect(dear.filter(({ ratio }) => ratio > MOST)).toEqual([]);
}, 1_200_000);
