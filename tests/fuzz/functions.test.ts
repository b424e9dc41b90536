/**
 * Every function of the folder with hostile methods, headers and bodies, from every kind of caller.
 */
import { existsSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsDir } from '../support/migrations-dir.ts';
import { cases, told } from './support/cases.ts';
import { hostileText, hostileValue, wellFormed } from './support/hostile.ts';
import { CALLERS, createWorld, faultOf, type World } from './support/world.ts';

const FOLDER = 'supabase/functions';
const FUNCTIONS = readdirSync(FOLDER).filter((name) => existsSync(`${FOLDER}/${name}/index.ts`));
const SHARE = 90;

/** The lead without an owner of tests/database/support/persons.ts. */
const LEAD = '10000000-0000-4000-8000-000000000001';

let world: World;
beforeAll(async () => {
  world = await createWorld({ migrationsDir });
});
afterAll(() => world?.close());

const header = hostileText.map((text) => text.replace(/[^\x20-\x7e]/g, '').trim());
const headers = fc.record(
  {
    authorization: fc.oneof(
      header.map((text) => `Bearer ${text.slice(0, 200)}`),
      fc.constantFrom('Bearer', 'Basic YTpi', `Bearer ${'a.'.repeat(800)}`),
    ),
    'content-type': fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', 'x'),
    'x-forwarded-for': fc.oneof(
      header.map((text) => text.slice(0, 200)),
      fc.constant('1.2.3.4, 5.6.7.8'),
    ),
    'x-client-info': header.map((text) => text.slice(0, 400)),
    'content-encoding': fc.constantFrom('gzip', 'x'),
  },
  { requiredKeys: [] },
);

const bodyOf = (known: readonly string[]) => {
  const id = fc.oneof(fc.constantFrom(LEAD, ...known), hostileValue);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .record({ leadId: id, userId: id }, { requiredKeys: [] })
        .map((fields) => JSON.stringify(fields)),
    },
    hostileValue.map((value) => JSON.stringify(value)),
    hostileText.map((text) => wellFormed(text)),
    fc.constantFrom('', '{', `{"leadId":"${LEAD}"}`, `${'[0,'.repeat(20_000)}`, '"'.repeat(4000)),
  );
};

it('no call makes a function crash, leak, or leave a row that breaks a rule', async () => {
  expect(FUNCTIONS.length).toBeGreaterThan(2);
  const faults: string[] = [];
  for (const [part, name] of FUNCTIONS.entries()) {
    await fc
      .assert(
        fc.asyncProperty(
          fc.constantFrom(...CALLERS),
          fc.oneof(
            { weight: 5, arbitrary: fc.constant('POST') },
            fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
          ),
          fc.constantFrom('', '', '/', '/x', '?leadId=1', '/%2e%2e/health'),
          fc.oneof(fc.constant({}), headers),
          bodyOf(world.known),
          async (as, method, rest, more, body) => {
            const sends = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
            const answer = await world.ask({
              ...{ as, method, path: `/functions/v1/${name}${rest}`, headers: more },
              ...(sends ? { body } : {}),
            });
            const fault = faultOf(answer, `${body} ${JSON.stringify(more)}`);
            if (fault !== null) throw new Error(fault);
          },
        ),
        {
          ...cases(SHARE, [part, FUNCTIONS.length]),
          examples: [['visitor', 'POST', '', {}, `{"leadId":"${LEAD}"}`]],
        },
      )
      .catch((error: Error) => faults.push(`${name}: ${told(error)}`));
  }
  await world.expectSound().catch((error: Error) => faults.push(error.message));
  expect(faults).toEqual([]);
}, 1_200_000);
