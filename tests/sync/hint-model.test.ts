/**
 * Random programs, each run by a phone that follows hints and by one that only pulls. At any time the first has all that
 * its checkpoint says; in the end both hold the same.
 */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAfter, START } from '@/db/rows/checkpoint';
import { openReplica, type Replica } from '@/db/storage/replica';
import {
  type FakeServer,
  type Fault,
  filledServer,
  type HintContent,
  type Transaction,
  teacherRow,
  uuid,
} from './support/fake-server';
import { newPhone, Page, until, withReplica } from './support/phone';

const teacher = fc.integer({ min: 1, max: 6 });
const name = fc.constantFrom('Ágata', 'Zélia', 'Beto', 'Çağla');

type Step =
  | { do: 'tell' | 'whisper' | 'write' | 'begin'; n: number; name: string }
  | { do: 'remove'; n: number }
  | {
      do:
        | 'commit'
        | 'hear'
        | 'lose'
        | 'hear twice'
        | 'delay'
        | 'hear delayed'
        | 'damage'
        | 'pull'
        | 'restart';
    }
  | { do: 'restore'; lose: number }
  | { do: 'fault'; fault: Fault };

const plain = (...kinds: Exclude<Step, { n: number } | { lose: number } | { fault: Fault }>['do'][]) =>
  fc.constantFrom(...kinds).map((kind) => ({ do: kind }) as Step);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'tell' as const,
        'tell' as const,
        'whisper' as const,
        'write' as const,
        'begin' as const,
      ),
      n: teacher,
      name,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), n: teacher }) },
  { weight: 6, arbitrary: plain('hear') },
  { weight: 8, arbitrary: plain('commit', 'lose', 'hear twice', 'delay', 'hear delayed', 'damage') },
  { weight: 2, arbitrary: plain('pull', 'restart') },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), lose: teacher }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom<Fault>('refused', 'lost', 'offline', 'replay'),
    }),
  },
);

/** Sees when rows of hints are stored. */
class WatchedDisk {
  private turns = 0;

  readonly openReplica = async (): Promise<Replica> => {
    const replica = await openReplica({ multiInstance: false });
    const { content } = replica;
    const state = content.state.bind(content);
    content.state = () => {
      this.turns += 1;
      return state();
    };
    return replica;
  };

  hasContentsTurn(): () => boolean {
    const before = this.turns;
    return () => this.turns > before;
  }
}

interface Held {
  checkpoint: unknown;
  rows: unknown[];
}

/** Waits until no rows of hints wait any more, and closes the phone. Checks its checkpoint against the server. */
async function close(page: Page, server: FakeServer): Promise<void> {
  await page.close();
  await withReplica(async ({ teachers }) => {
    const state = await teachers.state();
    if (!state?.complete || state.mixed || state.epoch !== server.epoch) return;
    for (const { id, _xid, _deleted } of server.tables.teachers.values()) {
      if (isAfter({ xid: _xid, id }, state.checkpoint ?? START)) continue;
      expect({ id, version: await teachers.version(id) }).toEqual({ id, version: _deleted ? null : _xid });
    }
  });
}

async function run(steps: readonly Step[], hears: boolean): Promise<Held> {
  const server = filledServer(4);
  newPhone(server);
  const disk = new WatchedDisk();
  const opened = async () => {
    const next = await new Page({ openReplica: disk.openReplica }).open();
    await until(() => next.complete && next.hints !== null, 'the phone is open');
    return next;
  };
  let page = await opened();
  await page.ask({ kind: 'pull', reason: 'manual' });
  let late: Transaction[] = [];
  /** The first version of which no hint with places was sent. */
  let first: number | null = null;
  let sent: HintContent[] = [];
  let delayed: HintContent[] = [];
  const wrote = (xid: number) => {
    first = Math.min(first ?? xid, xid);
    const hint = server.hint('teachers', first);
    if (hint.checkpoint) first = server.open.size > 0 ? Math.min(...server.open) : null;
    if (hint.rows.length > 0) sent.push(hint);
  };
  const hear = async (hints: readonly unknown[]) => {
    if (!hears || !page.hints || hints.length === 0) return;
    for (const hint of hints) page.hints.onHint('teachers', structuredClone(hint));
    // Content has its turn after the teachers.
    const isStored = disk.hasContentsTurn();
    page.hints.onHint('content', {
      epoch: server.epoch,
      rows: [{ id: uuid(0xf, 1), _xid: 1, _deleted: true }],
    });
    await until(isStored, 'the rows of the hints are stored');
  };
  for (const at of steps) {
    if (at.do === 'write' || at.do === 'tell' || at.do === 'whisper') {
      server.put('teachers', teacherRow(at.n, { name: at.name }));
      wrote(server.newest);
      if (at.do === 'tell') await hear(sent.splice(0));
      if (at.do === 'whisper') sent = [];
    } else if (at.do === 'remove') {
      server.remove('teachers', uuid(0xa, at.n));
      wrote(server.newest);
    } else if (at.do === 'begin') {
      // Rows of their own: of two writers of a row, the database gives both the larger version.
      late.push(server.begin().put('teachers', teacherRow(20 + late.length, { name: at.name })));
    } else if (at.do === 'commit') {
      const transaction = late.shift();
      transaction?.commit();
      if (transaction) wrote(transaction.xid);
    } else if (at.do === 'restore') {
      late = [];
      first = null;
      server.restore((_, id) => id !== uuid(0xa, at.lose));
    } else if (at.do === 'fault') server.faults.push(at.fault);
    else if (at.do === 'hear') await hear(sent.splice(0));
    else if (at.do === 'lose') sent = [];
    else if (at.do === 'hear twice') await hear([...sent, ...sent.splice(0)]);
    else if (at.do === 'delay') delayed.push(...sent.splice(0));
    else if (at.do === 'hear delayed') await hear(delayed.splice(0).reverse());
    else if (at.do === 'damage')
      await hear(sent.splice(0).map((hint) => ({ ...hint, rows: hint.rows.slice(1) })));
    else if (at.do === 'pull') await page.ask({ kind: 'pull', reason: 'manual' });
    else {
      await close(page, server);
      page = await opened();
    }
  }
  server.faults = [];
  for (const transaction of late) {
    transaction.commit();
    wrote(transaction.xid);
  }
  await hear([...sent, ...delayed]);
  delayed = [];
  await close(page, server);
  page = await opened();
  await page.ask({ kind: 'pull', reason: 'manual' });
  await page.close();
  return withReplica(async ({ teachers }) => ({
    checkpoint: (await teachers.state())?.checkpoint,
    rows: (await teachers.versioned()).sort((a, b) => (a.id < b.id ? -1 : 1)),
  }));
}

test('a phone that follows hints and one that only pulls end in equal stores', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      expect(await run(steps, true)).toEqual(await run(steps, false));
    }),
    { numRuns: 12, endOnFailure: true },
  );
});
