/**
 * Every procedure that people can call, with every kind of argument, over HTTP and from every kind
 * of caller.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PERSONS } from '../database/matrix/rules.ts';
import { PROCEDURES } from '../database/matrix.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { cases, isLong, told } from './support/cases.ts';
import { argumentsOf, openProcedures, type Procedure } from './support/procedures.ts';
import { CALLERS, type Caller, createWorld, faultOf, type World } from './support/world.ts';

let world: World;
let procedures: Procedure[];
beforeAll(async () => {
  world = await createWorld({ migrationsDir });
  procedures = await openProcedures(world.database, world.ids);
});
afterAll(() => world?.close());

/** A caller whom the matrix permits, so that the body is tested too; null where it permits none. */
function callerOf({ signature }: Procedure): Caller | null {
  const { execute } = PROCEDURES[signature] ?? {};
  return CALLERS.find((caller) => execute?.[PERSONS.indexOf(caller)] === 'allowed') ?? null;
}

const SHARE = 250;

it('no arguments make a procedure crash, leak, or leave a row that breaks a rule', async () => {
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
          examples: [[callerOf(procedure) ?? 'admin', procedure.fitting]],
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
  // Procedures that refused every caller, so that their bodies were not tested.
  const unseen = procedures
    .filter((procedure) => callerOf(procedure) !== null)
    .filter(({ name }) => [...(reached.get(name) ?? [])].every((status) => [401, 403].includes(status)));
  expect(unseen.map(({ name }) => name)).toEqual([]);
}, 1_200_000);
