import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TeacherRow } from '@/db/rows/public-rows';
import { toEntry } from '@/db/search/to-entry';
import {
  type Fault,
  filledServer,
  namedRow,
  type Transaction,
  teacherRow,
  uuid,
} from './support/fake-server';
import { everything, newPhone, Page, SlowDisk, storedRecord, until, withReplica } from './support/phone';

/** Teacher 0 is never changed, so that an empty screen is always a fault. */
const teacher = fc.integer({ min: 1, max: 12 });
const name = fc.constantFrom('Ágata', 'agata', 'Zélia', 'Beto', 'Bêto Silva', 'Çağla');

type Step =
  | { do: 'write'; n: number; name: string; highlighted: boolean }
  | { do: 'remove'; n: number }
  | { do: 'rename-city'; n: number; name: string }
  | { do: 'begin'; n: number; name: string }
  | { do: 'commit' }
  | { do: 'restore'; lose: number }
  | { do: 'fault'; faults: Fault[] }
  | { do: 'pull' }
  | { do: 'hide' }
  | { do: 'show' }
  | { do: 'hold-disk' }
  | { do: 'free-disk' }
  | { do: 'restart' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('write' as const), n: teacher, name, highlighted: fc.boolean() }),
  fc.record({ do: fc.constant('remove' as const), n: teacher }),
  fc.record({ do: fc.constant('rename-city' as const), n: fc.integer({ min: 0, max: 2 }), name }),
  fc.record({ do: fc.constant('begin' as const), n: teacher, name }),
  fc.constant({ do: 'commit' as const }),
  fc.record({ do: fc.constant('restore' as const), lose: teacher }),
  fc.record({
    do: fc.constant('fault' as const),
    faults: fc.array(
      fc.constantFrom<Fault>('refused', 'portal', 'lost', 'cut', 'garbage', 'offline', 'replay', 'damaged'),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  fc.constant({ do: 'pull' as const }),
  fc.constant({ do: 'hide' as const }),
  fc.constant({ do: 'show' as const }),
  fc.constant({ do: 'hold-disk' as const }),
  fc.constant({ do: 'free-disk' as const }),
  fc.constant({ do: 'restart' as const }),
);

interface Story {
  /** Maximum number of rows of a page. */
  pageLimit: number;
  /** The disk is held from the beginning. */
  diskHeld: boolean;
  steps: Step[];
}

const story: fc.Arbitrary<Story> = fc.record({
  pageLimit: fc.integer({ min: 1, max: 6 }),
  diskHeld: fc.boolean(),
  steps: fc.array(step, { maxLength: 14 }),
});

async function run({ pageLimit, diskHeld, steps }: Story): Promise<void> {
  const server = filledServer(4);
  server.pageLimit = pageLimit;
  newPhone(server);
  const disk = new SlowDisk();
  if (diskHeld) disk.hold();
  let late: Transaction[] = [];
  const open = async () => watched(await new Page({ openReplica: disk.openReplica }).open());
  let page = await open();

  async function watched(next: Page): Promise<Page> {
    let shown = next.complete;
    next.catalog.subscribe(() => {
      shown ||= next.complete;
      if (shown) expect(next.names()).not.toEqual([]);
    });
    return next;
  }

  for (const at of steps) {
    if (at.do === 'write') {
      server.put('teachers', teacherRow(at.n, { name: at.name, is_highlighted: at.highlighted }));
    } else if (at.do === 'remove') server.remove('teachers', uuid(0xa, at.n));
    else if (at.do === 'rename-city') server.put('cities', namedRow('cities', at.n, at.name));
    else if (at.do === 'begin')
      late.push(server.begin().put('teachers', teacherRow(at.n, { name: at.name })));
    else if (at.do === 'commit') late.shift()?.commit();
    else if (at.do === 'restore') {
      late = [];
      server.restore((_, id) => id !== uuid(0xa, at.lose));
    } else if (at.do === 'fault') server.faults.push(...at.faults);
    else if (at.do === 'pull') {
      const asked = page.ask({ kind: 'pull', reason: 'manual' });
      if (!disk.isHeld) await asked;
    } else if (at.do === 'hold-disk') disk.hold();
    else if (at.do === 'free-disk') disk.free();
    else if (at.do === 'hide' || at.do === 'show') page.show(at.do === 'show');
    else {
      const closed = page.close();
      disk.free();
      await closed;
      page = await open();
    }
  }

  server.faults = [];
  disk.free();
  for (const transaction of late) transaction.commit();
  page.show(true);
  const truth = server
    .live('teachers')
    .map(({ _xid, _deleted, ...row }) => row as unknown as TeacherRow)
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const wanted = truth.map((row) => JSON.stringify(toEntry(row)));
  const same = (found: string[] | null) => JSON.stringify(found) === JSON.stringify(wanted);
  await page.ask({ kind: 'pull', reason: 'manual' });
  await until(
    () => page.complete && same(everything(page.catalog.get())),
    'the page shows what the server has',
  );
  await until(async () => same(await storedRecord()), 'the record says what the server has');
  const cities = () => [...page.catalog.get().cities.values()].map(([, city]) => city).sort();
  const named = server
    .live('cities')
    .map((city) => city.name)
    .sort();
  await until(() => JSON.stringify(cities()) === JSON.stringify(named), 'the cities have their names');
  await page.close();
  const replica = await withReplica(({ teachers }) => teachers.rows());
  expect(replica.sort((a, b) => (a.rank < b.rank ? -1 : 1))).toEqual(truth);
}

test('whatever happens on the way, phone and server agree in the end and no screen goes empty', async () => {
  await fc.assert(fc.asyncProperty(story, run), {
    numRuns: 25,
    endOnFailure: true,
  });
});
