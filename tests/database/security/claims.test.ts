/** Facts that the product's pages state about the whole schema. The ledger in tests/claims names these tests. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let columns: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  const rows = await database.query<{ name: string }>(
    `select n.nspname || '.' || c.relname || '.' || a.attname as name from pg_attribute a
     join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'app') and c.relkind in ('r', 'v', 'm') and a.attnum > 0 and not a.attisdropped
     order by 1`,
  );
  columns = rows.map(({ name }) => name);
});
afterAll(() => database.close());

/** A column whose name speaks of money. */
const MONEY = /(amount|price|cost|fee|charge|payment|paid|cents|invoice|card|commission)(_|$)/;

// «Ninguém cobra comissão.»
// «Gente que põe um pouco todo mês para que aprender a dançar continue simples e sem taxa.»
it('[T001] no one is charged: money is what supporters and sponsors give, and what two people agree on', () => {
  const ofMoney = columns.filter((name) => MONEY.test(name.split('.')[2] ?? ''));
  const tables = [...new Set(ofMoney.map((name) => name.split('.').slice(0, 2).join('.')))];
  expect(tables.sort()).toEqual(GIVEN_OR_AGREED.sort());
});

it('[T002] no public row has a price: listings and public content name none', () => {
  const shown = columns.filter((name) =>
    /^public\.(teacher_listings|content_items|public_evaluations)\./.test(name),
  );
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter((name) => MONEY.test(name.split('.')[2] ?? ''))).toEqual([]);
});

it('[T044] no column holds an age, a place of the phone or a document', () => {
  // A city is no person.
  const ofPeople = columns.filter((name) => !name.startsWith('app.city_facts.'));
  const asked = ofPeople.filter((name) =>
    /(^|_)(age|birth\w*|born|latitude|longitude|lat|lng|geo\w*|cpf|rg|passport|document\w*|gender|religion|race|health)(_|$)/.test(
      name.split('.')[2] ?? '',
    ),
  );
  expect(asked).toEqual([]);
});

const GIVEN_OR_AGREED = [
  // The price that an organiser asks for an event.
  'public.events',
  'public.lesson_proposals',
  'public.lessons',
  'public.sponsor_tier_definitions',
  'public.supporter_tier_definitions',
  'public.supporter_tiers',
];
