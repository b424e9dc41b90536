/** The privacy policy lists the data that the schema holds: its entries name every table of app.personal_data. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TREATMENTS } from '../../../src/pages/legal/treatments.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

// «de quem apoia todo mês, e-mail, nível, valor e datas, e o registro de cada atualização.»
it('[T042] the policy names every table that may hold personal data, and no other', async () => {
  const rows = await database.query<{ place: string; isOfPersons: boolean }>(
    `select place, bool_or(after_leaving <> 'no person') as "isOfPersons" from app.personal_data group by place`,
  );
  const ofPersons = rows.filter(({ isOfPersons }) => isOfPersons).map(({ place }) => place);
  const named = [...new Set(TREATMENTS.flatMap(({ places }) => places))];
  expect(named.sort()).toEqual(ofPersons.sort());
});
