/**
 * Every table and view through REST: hostile filters, selections, headers and bodies, from every
 * kind of caller.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsDir } from '../support/migrations-dir.ts';
import { cases, isLong, told } from './support/cases.ts';
import { openTables, requestOf, type Table } from './support/tables.ts';
import { CALLERS, createWorld, faultOf, type World } from './support/world.ts';

let world: World;
let tables: Table[];
beforeAll(async () => {
  world = await createWorld({ migrationsDir });
  tables = await openTables(world.database);
});
afterAll(() => world?.close());

const SHARE = 300;

it('no request makes a table’s endpoint crash, leak, or leave a row that breaks a rule', async () => {
  expect(tables.length).toBeGreaterThan(30);
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  for (const [part, table] of tables.entries()) {
    await fc
      .assert(
        fc.asyncProperty(fc.constantFrom(...CALLERS), requestOf(table, world.known), async (as, asked) => {
          const answer = await world.ask({ as, ...asked });
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          const fault = faultOf(answer, asked.words);
          if (fault !== null) throw new Error(fault);
        }),
        cases(SHARE, [part, tables.length]),
      )
      .catch((error: Error) => faults.push(`${table.name}: ${told(error)}`));
    if (isLong || part % 10 === 9)
      await world
        .expectSound()
        .catch((error: Error) =>
          faults.push(`${table.name} or one before it broke a rule: ${error.message}`),
        );
  }
  await world.expectSound();
  expect(faults).toEqual([]);
  // Some requests were answered and some refused.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(0);
  expect(statuses.get(400) ?? 0).toBeGreaterThan(0);
}, 1_200_000);
