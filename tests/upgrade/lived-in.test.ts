import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KINDS } from '@/outbox/commands/kinds';
import { countsOf, type Dump } from './support/database-dump';
import { FILES, keptReleases } from './support/kept';
import { EMPTY_TABLES, emptinessFaults } from './support/lived-in';
import { unpackJson } from './support/pack';

it('an empty table needs a reason, and a reason an empty table', () => {
  const [reasoned = ''] = Object.keys(EMPTY_TABLES);
  expect(emptinessFaults({ 'public.full': 1, [reasoned]: 0 })).toEqual([]);
  expect(emptinessFaults({ 'public.bare': 0, [reasoned]: 2 })).toEqual([
    'public.bare is empty, and nothing says why',
    `${reasoned} has rows, although it says why it had none`,
  ]);
});

// Older ones were kept with the reasons of their time.
describe.each(keptReleases().slice(-1))('The newest kept release, $version,', ({ folder }) => {
  it('fills every table but those with a reason', () => {
    expect(emptinessFaults(countsOf(unpackJson(join(folder, FILES.database)) as Dump))).toEqual([]);
  });

  it('has a write of every kind of its time waiting on its phone', () => {
    const phone = unpackJson(join(folder, FILES.phone)) as {
      databases: { name: string; stores: { records: { value: { kind: string } }[] }[] }[];
    };
    const outbox = phone.databases.find(({ name }) => name === 'danceflix-outbox');
    const waiting = new Set(outbox?.stores.flatMap(({ records }) => records.map(({ value }) => value.kind)));
    // A kind may have come since; none that waits may have gone.
    expect([...waiting].filter((kind) => !Object.hasOwn(KINDS, kind))).toEqual([]);
    expect(waiting.size).toBeGreaterThanOrEqual(40);
  });
});
