/** Every procedure that people can call, with every kind of argument, over HTTP and as anybody. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsDir } from '../support/migrations-dir.ts';
import { cases, isLong, told } from './support/cases.ts';
import { argumentsOf, openProcedures, type Procedure } from './support/procedures.ts';
import { CALLERS, createWorld, faultOf, type World } from './support/world.ts';

let world: World;
let procedures: Procedure[];
beforeAll(async () => {
  world = await createWorld({ migrationsDir });
  procedures = await openProcedures(world.database, world.ids);
});
afterAll(() => world?.close());

const SHARE = 500;

it('no arguments make a procedure fail, tell what it should not, or leave a row that breaks a rule', async () => {
  expect(procedures.length).toBeGreaterThan(60);
  await world.expectSound();
  const reached = new Map<string, Set<number>>();
  const faults: string[] = [];
  for (const [part, procedure] of procedures.entries()) {
    const statuses = new Set<number>();
    reached.set(procedure.name, statuses);
    await fc
      .assert(
        fc.asyncProperty(
          fc.constantFrom(...CALLERS),
          argumentsOf(procedure, world.known),
          async (as, given) => {
            const body = JSON.stringify(given);
            const answer = await world.ask({
              as,
              method: 'POST',
              path: `/rest/v1/rpc/${procedure.name}`,
              body,
            });
            statuses.add(answer.status);
            const fault = faultOf(answer, body);
            if (fault !== null) throw new Error(fault);
          },
        ),
        {
          ...cases(SHARE, [part, procedures.length]),
          examples: CALLERS.map((as) => [as, procedure.fitting]),
        },
      )
      .catch((error: Error) => faults.push(`${procedure.name}: ${told(error)}`));
    if (isLong || part % 10 === 9)
      await world
        .expectSound()
        .catch((error: Error) =>
          faults.push(`${procedure.name} or one before it broke a rule: ${error.message}`),
        );
  }
  await world.expectSound();
  expect(faults).toEqual([]);
  // Who was turned away at every door has shown nothing of what is behind it.
  const unseen = [...reached].filter(([, statuses]) =>
    [...statuses].every((status) => [401, 403].includes(status)),
  );
  expect(unseen.map(([name]) => name)).toEqual([]);
}, 1_200_000);
