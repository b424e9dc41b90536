import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fold } from '@/lib/text';
import {
  createTestDatabase,
  describePostgres,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';

async function foldInSql(database: TestDatabase, texts: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ folded: string }>(
    `select app.fold(t.value) as folded
     from jsonb_array_elements_text($1::text::jsonb) with ordinality t (value, at) order by t.at`,
    [JSON.stringify(texts)],
  );
  return rows.map((row) => row.folded);
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));

/**
 * Letters of the scripts that the server's table knows, combining marks, all collapsed white space,
 * and emoji.
 */
const pieces = [
  ...range(0x20, 0x7e),
  ...range(0xa0, 0x24f),
  ...range(0x300, 0x36f),
  ...range(0x386, 0x3ce),
  ...range(0x400, 0x45f),
  ...range(0x1e00, 0x1eff),
  ...['\t', '\n', '\r', '\v', '\f', '\u00a0', '💃', '🕺🏽', '中', 'ﬁ', '\u200b'],
];

function foldsLikeTheApp(open: () => TestDatabase) {
  it('each letter from À to ɏ, alone and inside a word', async () => {
    const letters = range(0xc0, 0x24f).flatMap((letter) => [letter, `a${letter}z`, `${letter}${letter}`]);
    expect(await foldInSql(open(), letters)).toEqual(letters.map(fold));
  });

  it('each character of the basic plane, whatever the age of the browser', async () => {
    const all = [...range(1, 0xd7ff), ...range(0xe000, 0xffff)];
    const inSql = await foldInSql(open(), all);
    expect(all.filter((one, at) => fold(one) !== inSql[at])).toEqual([]);
  });

  it('names as people write them', async () => {
    const names = [
      '  João   D’Ávila ',
      'ÉLODIE Çelik',
      'İstanbul',
      'Łódź',
      'Ñandú\u00a0Añejo',
      'ΣΊΣΥΦΟΣ',
      'A\u0303o',
      '',
    ];
    expect(await foldInSql(open(), names)).toEqual(names.map(fold));
    expect(fold('  João   D’Ávila ')).toBe('joao d’avila');
  });

  it('random strings', async () => {
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 50 }), async (texts) => {
        expect(await foldInSql(open(), texts)).toEqual(texts.map(fold));
      }),
      { numRuns: 40 },
    );
  });
}

describe('app.fold on PGlite folds like the app', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  foldsLikeTheApp(() => database);
});

describePostgres('app.fold on PostgreSQL folds like the app', () => {
  let postgres: TestPostgres;
  let database: TestDatabase;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    database = await postgres.createDatabase();
  });
  afterAll(() => postgres.stop());
  foldsLikeTheApp(() => database);
});
